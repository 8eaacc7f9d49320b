// Two residual towers that read an 8x8 image: an MLP of all 64 pixels, and a Transformer's encoder of its rows.
#pragma once
#include <wengert/wengert.h>

#include <string>
#include <vector>

using wengert::Tensor;
using wengert::nn::Placement;

enum class Kind { mlp, encoder };
enum class Norm { layer, rms, batch };
/// Weights as Linear makes them, of variance 1/(3 inputs), or all by Glorot, of 2/(inputs + outputs).
enum class Init { standard, xavier };

struct TowerOptions {
  Kind kind = Kind::encoder;
  Placement placement = Placement::pre;
  Norm norm = Norm::layer;
  Init init = Init::standard;
  std::int64_t depth = 24, width = 32, heads = 4;
};

/// Images [N, 64] give logits [N, 10].
///
/// mlp: Linear(64, width), then depth residual blocks F(x) = W2 relu(W1 x) of hidden size 4 width.
/// encoder: each of the 8 rows becomes a token by Linear(8, width) and a learnt position; then depth layers
/// of two residual blocks, self-attention and the F above; then the mean of the tokens.
/// Where the norm stands inside a block, the sum that arrives at the end is not normalised: a last norm
/// follows for pre and branch. Then Linear(width, 10). The norms are LayerNorm or RMSNorm over the features,
/// or BatchNorm1d, for which every token of every image is a sample.
class Tower : public wengert::nn::Module {
 public:
  explicit Tower(const TowerOptions& options);
  Tensor forward(Tensor x);

  /// W2 of every layer, from input to output: where Xiong et al. (2020, fig. 3) measured gradients.
  std::vector<Tensor> last_weights() const;

 private:
  wengert::nn::AnyModule norm() const;
  void add_block(wengert::nn::AnyModule f);
  void add_feed_forward();

  TowerOptions options_;
  wengert::nn::Linear embed_{nullptr}, head_{nullptr};
  Tensor positions_;
  wengert::nn::Sequential blocks_;
  std::vector<wengert::nn::Linear> last_;
};
