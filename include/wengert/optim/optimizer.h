// Optimizer: moves parameters along their gradients.
//
//     optim::Adam opt(net.parameters(), optim::AdamOptions(1e-3));
//     opt.zero_grad();  loss(...).backward();  opt.step();
//
// Parameters are kept in groups, each with options of its own; what an optimiser remembers of a parameter
// from step to step is that parameter's state.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

#include "wengert/base/arg.h"
#include "wengert/base/callback.h"
#include "wengert/optim/fields.h"
#include "wengert/tensor.h"

namespace wengert::optim {

/// What the optimiser remembers of one parameter.
class OptimizerParamState {
 public:
  virtual ~OptimizerParamState() = default;
  virtual std::unique_ptr<OptimizerParamState> clone() const;
  virtual void write(FieldWriter) const {}
  virtual void read(FieldReader) {}
  /// Throws Error, in the name of `op`, when the state is that of a parameter of another shape or type.
  virtual void check(const char*, const Tensor&) const {}
};

/// The settings of a group: learning rate and others.
class OptimizerOptions {
 public:
  virtual ~OptimizerOptions() = default;
  virtual std::unique_ptr<OptimizerOptions> clone() const;
  virtual double get_lr() const;
  virtual void set_lr(double lr);
  virtual void set_weight_decay(double weight_decay);
  virtual void write(FieldWriter) const {}
  virtual void read(FieldReader) {}
  /// Throws Error when a value is out of range.
  virtual void check() const {}
  /// Takes over all values of options of the same class.
  virtual void assign(const OptimizerOptions& other);
};

/// Base of a state: the fields of `Derived` are saved if it lists them with WENGERT_FIELDS.
template <class Derived>
class OptimizerCloneableParamState : public OptimizerParamState {
 public:
  std::unique_ptr<OptimizerParamState> clone() const override { return std::make_unique<Derived>(self()); }
  void write(FieldWriter writer) const override { visit(self(), writer); }
  void read(FieldReader reader) override { visit(static_cast<Derived&>(*this), reader); }
  void check(const char* op, const Tensor& parameter) const override {
    visit(self(), FieldCheck(op, parameter));
  }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
  template <class Self, class Visitor>
  static void visit(Self& self, Visitor visitor) {
    if constexpr (requires { Derived::fields(self, visitor); }) Derived::fields(self, visitor);
  }
};

/// Base of options: `Derived` may have lr(), and WENGERT_FIELDS as a state.
template <class Derived>
class OptimizerCloneableOptions : public OptimizerOptions {
 public:
  std::unique_ptr<OptimizerOptions> clone() const override { return std::make_unique<Derived>(self()); }
  double get_lr() const override {
    if constexpr (requires(const Derived& d) { double(d.lr()); })
      return self().lr();
    else
      return OptimizerOptions::get_lr();
  }
  void set_lr(double lr) override {
    if constexpr (requires(Derived & d) { d.lr(lr); })
      static_cast<Derived&>(*this).lr(lr);
    else
      OptimizerOptions::set_lr(lr);
  }
  void set_weight_decay(double value) override {
    if constexpr (requires(Derived & d) { d.weight_decay(value); })
      static_cast<Derived&>(*this).weight_decay(value);
    else
      OptimizerOptions::set_weight_decay(value);
  }
  void write(FieldWriter writer) const override { visit(self(), writer); }
  void read(FieldReader reader) override { visit(static_cast<Derived&>(*this), reader); }
  void assign(const OptimizerOptions& other) override {
    static_cast<Derived&>(*this) = dynamic_cast<const Derived&>(other);
  }
  /// Whether all fields are equal.
  friend bool operator==(const Derived& a, const Derived& b) {
    bool same = true;
    Derived::fields(a, [&](std::string_view name, const auto& x) {
      Derived::fields(b, [&](std::string_view other, const auto& y) {
        if constexpr (std::is_same_v<decltype(x), decltype(y)>)
          if (name == other) same = same && x == y;
      });
    });
    return same;
  }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
  template <class Self, class Visitor>
  static void visit(Self& self, Visitor visitor) {
    if constexpr (requires { Derived::fields(self, visitor); }) Derived::fields(self, visitor);
  }
};

/// Parameters that share options. Without options a group takes the optimiser's defaults, but for a weight
/// decay of its own.
class OptimizerParamGroup {
 public:
  OptimizerParamGroup(std::vector<Tensor> params) : params_(std::move(params)) {}
  OptimizerParamGroup(std::vector<Tensor> params, std::unique_ptr<OptimizerOptions> options)
      : params_(std::move(params)), options_(std::move(options)) {}
  OptimizerParamGroup(const OptimizerParamGroup& other);
  OptimizerParamGroup(OptimizerParamGroup&&) = default;
  OptimizerParamGroup& operator=(OptimizerParamGroup other) noexcept;

  bool has_options() const { return options_ != nullptr; }
  OptimizerOptions& options();
  const OptimizerOptions& options() const;
  void set_options(std::unique_ptr<OptimizerOptions> options) { options_ = std::move(options); }
  std::vector<Tensor>& params() { return params_; }
  const std::vector<Tensor>& params() const { return params_; }

  /// Changes the weight decay in the options, or in the defaults once the group takes them.
  void set_weight_decay(double weight_decay);

  /// The learning rate that schedules start from; set by the first schedule, and part of a checkpoint.
  const std::optional<double>& initial_lr() const { return initial_lr_; }
  void set_initial_lr(double lr) { initial_lr_ = lr; }

 private:
  friend class Optimizer;
  std::vector<Tensor> params_;
  std::unique_ptr<OptimizerOptions> options_;
  std::optional<double> initial_lr_, weight_decay_;
};

class Optimizer {
 public:
  using LossClosure = Callback<Tensor()>;
  using StateMap = std::map<const TensorImpl*, std::unique_ptr<OptimizerParamState>>;

  Optimizer(std::vector<OptimizerParamGroup> param_groups, std::unique_ptr<OptimizerOptions> defaults);
  Optimizer(std::vector<Tensor> parameters, std::unique_ptr<OptimizerOptions> defaults);
  Optimizer(const Optimizer&) = delete;
  Optimizer(Optimizer&&) = default;
  virtual ~Optimizer();

  /// Moves every parameter that has a gradient; the others stay as they are. With a closure, which computes
  /// the loss and calls backward, runs that first and returns its loss, else an undefined tensor.
  ///
  /// Throws Error before any parameter changes: a gradient, or a state, of another shape or type than its
  /// parameter; options out of range. When memory runs out on the way, each parameter has moved or is as it was.
  virtual Tensor step(LossClosure closure = nullptr) = 0;

  /// Drops all gradients, or fills them with zeros. A step skips a parameter without a gradient, while a zero
  /// gradient still moves it by momentum and weight decay.
  void zero_grad(bool set_to_none = true);

  /// Adds parameters with their own options (of the optimiser's own options type), or with the defaults.
  /// Errors: undefined and integer tensors, tensors that an operation made, elements that share memory; a
  /// parameter of another group, or one given twice (libtorch moves it twice); options out of range.
  void add_param_group(const OptimizerParamGroup& param_group);
  /// Adds parameters to the first group.
  void add_parameters(const std::vector<Tensor>& parameters);

  std::vector<OptimizerParamGroup>& param_groups() noexcept { return param_groups_; }
  const std::vector<OptimizerParamGroup>& param_groups() const noexcept { return param_groups_; }
  /// The parameters of the first group. Error when there is no group.
  std::vector<Tensor>& parameters();
  const std::vector<Tensor>& parameters() const;
  /// The number of parameters in all groups.
  std::size_t size() const noexcept;
  OptimizerOptions& defaults() noexcept { return *defaults_; }
  const OptimizerOptions& defaults() const noexcept { return *defaults_; }
  /// States by parameter: opt.state().at(p.impl()). A parameter that was never moved may have none.
  StateMap& state() noexcept { return state_; }
  const StateMap& state() const noexcept { return state_; }

  /// Everything a later run needs to go on with the same bits: "state.<number of the parameter>.<field>",
  /// "param_groups.<number>.<field>", and "param_groups.<number>.params", the numbers of its parameters.
  StateDict state_dict() const;
  /// Takes over what state_dict gave. The optimiser must have groups of the same sizes; parameters are
  /// matched by number. Throws Error, before anything changes, for missing and unexpected names, other shapes
  /// or types.
  void load_state_dict(const StateDict& dict);

 protected:
  /// A parameter with its gradient, and its state, which is null before the first step.
  struct AnyUpdate {
    const OptimizerOptions& options;
    const OptimizerOptions& defaults;
    const Tensor& p;
    const Tensor& dp;
    std::unique_ptr<OptimizerParamState>& state;
  };
  /// What step() does: closure, checks, then update for each parameter that has a gradient. `op` names the
  /// optimiser in errors, state_type is the type of what update puts into `state`.
  Tensor step_each(const char* op, const std::type_info& state_type, const LossClosure& closure,
                   void (*update)(const AnyUpdate&));

  /// An empty state, for load_state_dict to read into. Error unless overridden.
  virtual std::unique_ptr<OptimizerParamState> new_state() const;

  std::vector<OptimizerParamGroup> param_groups_;
  StateMap state_;
  std::unique_ptr<OptimizerOptions> defaults_;

 private:
  void check_new(const std::vector<Tensor>& parameters) const;
};

/// An optimiser is its options (and their name for errors, Options::optimizer), the state of a parameter, and
/// a rule: Derived::update(const Update&), static, moves one parameter.
template <class Derived, class Options, class State>
class OptimizerOf : public Optimizer {
 public:
  explicit OptimizerOf(std::vector<OptimizerParamGroup> param_groups, Options defaults = {});
  explicit OptimizerOf(std::vector<Tensor> params, Options defaults = {});

  Tensor step(LossClosure closure = nullptr) override;

 protected:
  struct Update {
    const Options& options;
    const Options& defaults;
    const Tensor& p;
    const Tensor& dp;
    std::unique_ptr<OptimizerParamState>& kept;
    /// Made when there is none.
    State& state() const {
      if (!kept) kept = std::make_unique<State>();
      return static_cast<State&>(*kept);
    }
  };

 private:
  std::unique_ptr<OptimizerParamState> new_state() const override;
};

/// The templates of an optimiser: extern in its header, so that they are compiled once, in its source.
#define WENGERT_OPTIMIZER(external, Name, Options, State)      \
  external template class OptimizerCloneableOptions<Options>;  \
  external template class OptimizerCloneableParamState<State>; \
  external template class OptimizerOf<Name, Options, State>

}  // namespace wengert::optim
