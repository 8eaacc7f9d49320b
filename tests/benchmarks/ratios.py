#!/usr/bin/env python3
"""Runs two builds of the workloads in turn and prints, for each workload, both medians, their ratio, the ratio of
the first to its floor, and the page faults of the first in 1000 calls. A floor is what the hardware needs for the
same work, measured in the same process: the bare matrix products, or memcpy of as many bytes.
"""
import argparse
import os
import statistics
import subprocess

# workload -> how often each bare product is in it. A Linear's three products are fwd, dx and dw.
FLOORS = {
    "profile_none_fwd": {"b32_64x64_fwd": 20, "b32_64x1_fwd": 1},
    "mlp_784_512_512_10_b128_adam_step": {
        "b128_784x512_fwd": 1, "b128_784x512_dw": 1, "b128_512x512_fwd": 1, "b128_512x512_dx": 1,
        "b128_512x512_dw": 1, "b128_512x10_fwd": 1, "b128_512x10_dx": 1, "b128_512x10_dw": 1},
}
FLOORS["profile_none_fwdbwd"] = {f"{name}_{product}": times for name, times in (("b32_64x64", 20), ("b32_64x1", 1))
                                 for product in ("fwd", "dx", "dw")}
for norm in ("layernorm", "batchnorm", "rmsnorm"):
    FLOORS[f"profile_{norm}_fwdbwd"] = FLOORS["profile_none_fwdbwd"]
    FLOORS[f"profile_{norm}_fwd"] = FLOORS["profile_none_fwd"]
BLOCK = {f"{name}_{product}": 1 for name in ("b1024_128x384", "b1024_128x128", "b1024_128x512", "b1024_512x128")
         for product in ("fwd", "dx", "dw")}
BLOCK["attention_scores_64x64x32"] = 64 * 6  # scores, values, and two gradients of each
FLOORS["transformer_1block_adamw_step"] = BLOCK
FLOORS["transformer_6blocks_adamw_step"] = {k: 6 * v for k, v in BLOCK.items()}
# Bound by memory: tensors of 16 MiB that are read or written at least once; memcpy reads one and writes one.
TENSORS = {"add": 3, "mul": 3, "relu": 2, "gelu": 2, "tanh": 2, "exp": 2, "softmax": 2, "log_softmax": 2, "sum": 1,
           "sum_rows": 1, "mean_last": 1, "transpose_copy": 2}
for name, tensors in TENSORS.items():
    FLOORS[f"{name}_4096x1024"] = {"memcpy_1thread_16MiB_reused": tensors / 2}
for norm in ("layernorm", "rmsnorm", "batchnorm1d"):
    FLOORS[f"{norm}_4096x1024_fwd"] = {"memcpy_1thread_16MiB_reused": 2 / 2}
    FLOORS[f"{norm}_4096x1024_fwdbwd"] = {"memcpy_1thread_16MiB_reused": 5 / 2}


def run(program, threads, only, openblas):
    environment = dict(os.environ)
    if openblas:
        environment["LD_LIBRARY_PATH"] = openblas
    out = subprocess.run([program, str(threads), only, "3", "0.05"], capture_output=True, text=True, check=True,
                         env=environment).stdout
    rows = (line.split() for line in out.splitlines())
    return {r[0]: (float(r[1]), r[2], float(r[3])) for r in rows if len(r) == 4 and r[2] in ("us", "ns")}


def limit(rows, product):
    for prefix in ("limit_gemm_", "limit_"):
        if prefix + product in rows:
            return rows[prefix + product][0]
    return None


def floor(name, rows):
    parts = [(limit(rows, product), times) for product, times in FLOORS.get(name, {}).items()]
    if not parts or any(p is None for p, _ in parts):
        return None
    return sum(p * times for p, times in parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ours", metavar="WENGERT")
    parser.add_argument("theirs", metavar="LIBTORCH")
    parser.add_argument("threads", nargs="?", type=int, default=1)
    parser.add_argument("only", nargs="?", default="", help="a part of the names of workloads")
    parser.add_argument("rounds", nargs="?", type=int, default=3)
    parser.add_argument("--openblas", metavar="FOLDER", default="",
                        help="of the libopenblas.so.0 that both shall use, as /usr/lib/x86_64-linux-gnu/openblas-openmp")
    args = parser.parse_args()
    rounds = args.rounds
    a, b = [], []
    for _ in range(rounds):
        a.append(run(args.ours, args.threads, args.only, args.openblas))
        b.append(run(args.theirs, args.threads, args.only, args.openblas))
    print(f"{'workload':40} {'wengert':>12} {'libtorch':>12} unit   ratio  to floor  faults")
    for name in a[0]:
        x = statistics.median(r[name][0] for r in a)
        unit = a[0][name][1]
        bare = statistics.median([r[name][0] / f for r in a if (f := floor(name, r))] or [0])
        to_floor = f"{bare:9.2f}" if bare else ""
        faults = statistics.median(r[name][2] for r in a)
        if name not in b[0]:
            print(f"{name:40} {x:12.2f} {'-':>12} {unit:4} {'':7} {to_floor:9} {faults:7.0f}")
            continue
        y = statistics.median(r[name][0] for r in b)
        ratio = sorted(p[name][0] / q[name][0] for p, q in zip(a, b))[rounds // 2]
        print(f"{name:40} {x:12.2f} {y:12.2f} {unit:4} {ratio:7.3f} {to_floor:9} {faults:7.0f}")


main()
