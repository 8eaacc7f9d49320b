// Data: datasets, what is done to their examples, and the loader that hands them out in batches.
//
//     auto digits = data::datasets::Digits("digits.csv")
//                       .map(data::transforms::Normalize<>(0.3, 0.38))
//                       .map(data::transforms::Stack<>());
//     auto loader = data::make_data_loader(std::move(digits), 64);
//     for (auto& batch : *loader) net(batch.data), batch.target ...
#pragma once
#include "wengert/data/csv.h"
#include "wengert/data/dataset.h"
#include "wengert/data/digits.h"
#include "wengert/data/example.h"
#include "wengert/data/idx.h"
#include "wengert/data/loader.h"
#include "wengert/data/mnist.h"
#include "wengert/data/samplers.h"
#include "wengert/data/split.h"
#include "wengert/data/tensor_dataset.h"
#include "wengert/data/transforms.h"
