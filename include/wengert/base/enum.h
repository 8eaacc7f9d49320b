// Tags that name a choice: kFanIn, kReLU ... Each is a value of its own type, so that an option is a variant
// of the tags it takes and a wrong one does not compile.
#pragma once

namespace wengert {

namespace enumtype {
struct kLinear {};
struct kConv1D {};
struct kConv2D {};
struct kConv3D {};
struct kConvTranspose1D {};
struct kConvTranspose2D {};
struct kConvTranspose3D {};
struct kSigmoid {};
struct kTanh {};
struct kReLU {};
struct kGELU {};
struct kSiLU {};
struct kMish {};
struct kLeakyReLU {};
struct kFanIn {};
struct kFanOut {};
struct kConstant {};
struct kReflect {};
struct kReplicate {};
struct kCircular {};
struct kZeros {};
struct kNone {};
struct kMean {};
struct kSum {};
struct kBatchMean {};
struct kSame {};
struct kValid {};
struct kNearest {};
struct kNearestExact {};
struct kBilinear {};
struct kArea {};
}  // namespace enumtype

inline constexpr enumtype::kLinear kLinear;
inline constexpr enumtype::kConv1D kConv1D;
inline constexpr enumtype::kConv2D kConv2D;
inline constexpr enumtype::kConv3D kConv3D;
inline constexpr enumtype::kConvTranspose1D kConvTranspose1D;
inline constexpr enumtype::kConvTranspose2D kConvTranspose2D;
inline constexpr enumtype::kConvTranspose3D kConvTranspose3D;
inline constexpr enumtype::kSigmoid kSigmoid;
inline constexpr enumtype::kTanh kTanh;
inline constexpr enumtype::kReLU kReLU;
inline constexpr enumtype::kGELU kGELU;
inline constexpr enumtype::kSiLU kSiLU;
inline constexpr enumtype::kMish kMish;
inline constexpr enumtype::kLeakyReLU kLeakyReLU;
inline constexpr enumtype::kFanIn kFanIn;
inline constexpr enumtype::kFanOut kFanOut;
inline constexpr enumtype::kConstant kConstant;
inline constexpr enumtype::kReflect kReflect;
inline constexpr enumtype::kReplicate kReplicate;
inline constexpr enumtype::kCircular kCircular;
inline constexpr enumtype::kZeros kZeros;
inline constexpr enumtype::kNone kNone;
inline constexpr enumtype::kMean kMean;
inline constexpr enumtype::kSum kSum;
inline constexpr enumtype::kBatchMean kBatchMean;
inline constexpr enumtype::kSame kSame;
inline constexpr enumtype::kValid kValid;
inline constexpr enumtype::kNearest kNearest;
inline constexpr enumtype::kNearestExact kNearestExact;
inline constexpr enumtype::kBilinear kBilinear;
inline constexpr enumtype::kArea kArea;

}  // namespace wengert
