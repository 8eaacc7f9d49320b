// Every optimiser with all of its options, and where each must arrive.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "wengert/wengert.h"

namespace wengert::testing {

struct OptimiserCase {
  std::string name;
  std::function<std::unique_ptr<optim::Optimizer>(std::vector<Tensor>)> make;
  std::vector<double> after_20_steps;  // of the problem in problem.h in float64: torch 1.13
};

template <class Opt, class Options>
auto maker(const Options& options) {
  return [options](std::vector<Tensor> p) { return std::make_unique<Opt>(std::move(p), options); };
}

inline std::vector<OptimiserCase> optimiser_cases() {
  using namespace optim;
  return {
      {"SGD",
       maker<SGD>(SGDOptions(0.1)),
       {0.114017493301873, -0.38483063598039, 0.336414495857988, 0.121535610318194, 0.182063078256437}},
      {"SGD momentum",
       maker<SGD>(SGDOptions(0.1).momentum(0.9)),
       {-0.0826249010188935, -0.437486294979004, 0.45222492253993, 0.0274544175160418, 0.0517773327516365}},
      {"SGD dampening decay",
       maker<SGD>(SGDOptions(0.1).momentum(0.8).dampening(0.3).weight_decay(0.05)),
       {-0.0627629164352066, -0.0848527730439046, -0.174687713697136, 0.0028434100830362, 0.334137782060019}},
      {"SGD nesterov",
       maker<SGD>(SGDOptions(0.05).momentum(0.9).nesterov(true).weight_decay(0.01)),
       {-0.138838836743365, 0.0770342906953257, -0.416278171407597, 0.0548728696992896, 0.383482386288133}},
      {"Adam",
       maker<Adam>(AdamOptions()),
       {0.493765943214741, -0.985646128846202, 1.98063152454554, -0.24065865030609, 1.48083778012207}},
      {"Adam decay betas",
       maker<Adam>(AdamOptions(0.05).betas({0.8, 0.99}).eps(1e-3).weight_decay(0.1)),
       {0.233438944070117, -0.403838417668363, 1.0699335051394, -0.00929584981911356, 0.647710694065054}},
      {"Adam amsgrad",
       maker<Adam>(AdamOptions(0.05).betas({0.5, 0.6}).weight_decay(0.1).amsgrad(true)),
       {0.261435138438624, -0.550685464362493, 1.22913090769857, -0.0179603197086933, 0.817981183719005}},
      {"AdamW",
       maker<AdamW>(AdamWOptions(0.05)),
       {0.236528079556444, -0.383158915656325, 1.05895455736689, 0.0128228025485811, 0.602361161973795}},
      {"AdamW amsgrad",
       maker<AdamW>(AdamWOptions(0.05).betas({0.5, 0.6}).eps(1e-2).weight_decay(0.3).amsgrad(true)),
       {0.203736405261903, -0.432343133877113, 0.882077783434663, -0.00673724116597164, 0.59448854250274}},
      {"RMSprop",
       maker<RMSprop>(RMSpropOptions()),
       {0.295062720828308, -0.508299775244719, 1.27289063442786, -0.0297360440582594, 0.839242345804569}},
      {"RMSprop momentum",
       maker<RMSprop>(RMSpropOptions(0.02).alpha(0.9).eps(1e-3).weight_decay(0.1).momentum(0.7)),
       {0.138680104959712, -0.144965826764746, 0.530727503049589, 0.0173238759387204, 0.264960703163142}},
      {"RMSprop centered",
       maker<RMSprop>(RMSpropOptions(0.02).alpha(0.9).centered(true)),
       {0.33084362566543, -0.598626050350595, 1.26302692379157, -0.0527252477121375, 0.82219662874951}},
      {"RMSprop centered momentum",
       maker<RMSprop>(
           RMSpropOptions(0.02).alpha(0.9).eps(1e-4).weight_decay(0.05).momentum(0.5).centered(true)),
       {0.219325529492427, -0.332562231442959, 0.71587949528514, 0.00678421687221415, 0.426381574482969}},
      {"Adagrad",
       maker<Adagrad>(AdagradOptions()),
       {0.477161736774361, -0.940848915778734, 1.92202681016223, -0.217631246706841, 1.42652064108679}},
      {"Adagrad all",
       maker<Adagrad>(
           AdagradOptions(0.3).lr_decay(0.1).weight_decay(0.05).initial_accumulator_value(0.2).eps(1e-3)),
       {0.134508193134504, -0.254636735014718, 0.754050667018834, 0.024768827253344, 0.374293508579461}},
  };
}

}  // namespace wengert::testing
