// How modules print: the text of every layer, and of trees of them.
#include <iostream>

#include "frontend.h"

using namespace torch;

namespace {

struct NetImpl : nn::Module {
  NetImpl() {
    body = register_module("body", nn::Sequential(nn::Linear(2, 3), nn::ReLU(), nn::BatchNorm1d(3)));
    list = register_module("list", nn::ModuleList(nn::Conv2d(1, 2, 3), nn::Dropout(0.25)));
    named = register_module("named", nn::Sequential({{"first", nn::Linear(3, 3)}, {"act", nn::Tanh()}}));
  }
  nn::Sequential body{nullptr}, named{nullptr};
  nn::ModuleList list{nullptr};
};
TORCH_MODULE(Net);

template <class... M>
void print(const M&... modules) {
  ((std::cout << modules << '\n'), ...);
}

}  // namespace

int main() {
  print(nn::Linear(3, 4), nn::Linear(nn::LinearOptions(3, 4).bias(false)), nn::Identity(), nn::Flatten(),
        nn::Flatten(nn::FlattenOptions().start_dim(2).end_dim(3)),
        nn::Unflatten(nn::UnflattenOptions(1, {2, 3})), nn::Functional(torch::relu));
  print(nn::ReLU(), nn::ReLU(nn::ReLUOptions().inplace(true)), nn::ReLU6(), nn::ReLU6(true), nn::LeakyReLU(),
        nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(0.2).inplace(true)), nn::ELU(),
        nn::ELU(nn::ELUOptions().alpha(42.42).inplace(true)), nn::SELU(), nn::SELU(true), nn::CELU(),
        nn::CELU(nn::CELUOptions().alpha(2).inplace(true)), nn::Hardtanh(),
        nn::Hardtanh(nn::HardtanhOptions().min_val(-42.42).max_val(0).inplace(true)), nn::GELU(),
        nn::Softplus(), nn::Softplus(nn::SoftplusOptions().beta(0.24).threshold(42.42)), nn::SiLU(),
        nn::Mish(), nn::Sigmoid(), nn::Tanh(), nn::Softsign(), nn::LogSigmoid(), nn::Softmax(1),
        nn::LogSoftmax(-1));
  print(nn::Dropout(), nn::Dropout(nn::DropoutOptions(0.25).inplace(true)), nn::Dropout2d(0.125));
  print(nn::MaxPool1d(3), nn::MaxPool1d(nn::MaxPool1dOptions(3).stride(2).padding(1).ceil_mode(true)),
        nn::MaxPool2d(3), nn::MaxPool2d(nn::MaxPool2dOptions({3, 4}).stride({1, 2}).dilation(2)),
        nn::AvgPool1d(2), nn::AvgPool2d(2),
        nn::AvgPool2d(nn::AvgPool2dOptions({2, 3}).stride({2, 1}).padding(1).ceil_mode(true)),
        nn::AdaptiveAvgPool1d(5), nn::AdaptiveAvgPool2d(5),
        nn::AdaptiveAvgPool2d(nn::AdaptiveAvgPool2dOptions({nullopt, 3})));
  print(nn::Upsample(nn::UpsampleOptions().scale_factor(std::vector<double>({2}))),
        nn::Upsample(
            nn::UpsampleOptions().size(std::vector<int64_t>({2, 3})).mode(kBilinear).align_corners(true)),
        nn::Upsample(nn::UpsampleOptions().scale_factor(std::vector<double>({0.5, 1.5})).mode(kBilinear)));
  print(nn::L1Loss(), nn::MSELoss(nn::MSELossOptions(kSum)), nn::SmoothL1Loss(),
        nn::SmoothL1Loss(nn::SmoothL1LossOptions().beta(0.5)), nn::HuberLoss(),
        nn::HuberLoss(nn::HuberLossOptions().delta(0.25)), nn::KLDivLoss(), nn::CrossEntropyLoss(),
        nn::CrossEntropyLoss(nn::CrossEntropyLossOptions().ignore_index(1).label_smoothing(0.1)),
        nn::NLLLoss(), nn::BCELoss(), nn::BCEWithLogitsLoss());
  print(nn::Embedding(10, 3), nn::Embedding(nn::EmbeddingOptions(10, 3).padding_idx(2)));
  print(nn::Conv1d(2, 4, 3), nn::Conv1d(nn::Conv1dOptions(2, 4, 3).stride(2).padding(1).dilation(3)),
        nn::Conv2d(2, 4, 3),
        nn::Conv2d(nn::Conv2dOptions(2, 4, {3, 5}).stride({1, 2}).padding({0, 1}).groups(2).bias(false)),
        nn::Conv2d(nn::Conv2dOptions(2, 4, 3).padding(kSame)),
        nn::Conv2d(nn::Conv2dOptions(2, 4, 3).padding(kValid)), nn::ConvTranspose2d(2, 4, 3),
        nn::ConvTranspose2d(nn::ConvTranspose2dOptions(2, 4, {3, 3})
                                .stride(2)
                                .padding(1)
                                .output_padding(1)
                                .dilation(2)
                                .groups(2)
                                .bias(false)));
  print(nn::BatchNorm1d(4), nn::BatchNorm2d(nn::BatchNorm2dOptions(4).eps(0.5).momentum(0.25).affine(false)),
        nn::BatchNorm3d(nn::BatchNorm3dOptions(4).track_running_stats(false)), nn::InstanceNorm1d(4),
        nn::InstanceNorm2d(nn::InstanceNorm2dOptions(4).affine(true).track_running_stats(true)),
        nn::InstanceNorm3d(nn::InstanceNorm3dOptions(4).momentum(0.5)),
        nn::LayerNorm(nn::LayerNormOptions({2, 3}).eps(2e-5)),
        nn::LayerNorm(nn::LayerNormOptions({4}).elementwise_affine(false)), nn::GroupNorm(2, 4),
        nn::GroupNorm(nn::GroupNormOptions(2, 4).eps(2e-5).affine(false)));
  print(nn::BatchNorm2d(nn::BatchNorm2dOptions(4).momentum(nullopt)));
  print(nn::MultiheadAttention(4, 2),
        nn::MultiheadAttention(nn::MultiheadAttentionOptions(4, 2).dropout(0.5)));
  print(nn::TransformerEncoderLayer(4, 2), nn::TransformerEncoder(nn::TransformerEncoderLayer(4, 2), 2));
  print(nn::Sequential(), nn::Sequential(nn::Linear(1, 2)), nn::ModuleList(), nn::ModuleDict());
  const Net net;
  print(net);
  std::cout << net->name() << ' ' << nn::Linear(1, 2)->name() << ' ' << nn::BatchNorm1d(1)->name() << ' '
            << nn::Sequential()->name() << ' ' << nn::Conv2d(1, 1, 1)->name() << '\n';
}
