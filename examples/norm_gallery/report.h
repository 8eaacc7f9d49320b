// The runs in tables, written as they come.
#pragma once
#include "training.h"

/// Trains with every norm and batch size, prints the table of accuracies, and from it the norms to choose.
void train_and_report(const Plan& plan, const Digits& digits);
