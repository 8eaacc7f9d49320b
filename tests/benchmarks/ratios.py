#!/usr/bin/env python3
"""Runs two builds of the workloads in turn and prints, for each workload, both medians, their ratio, and the
ratio of the first to its floor: the bare matrix products of the same shapes, measured in the same process.

usage: ratios.py WENGERT LIBTORCH [threads=1] [only=] [rounds=3]
"""
import statistics
import subprocess
import sys

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


def run(program, threads, only):
    out = subprocess.run([program, threads, only, "3", "0.05"], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in out.splitlines())
    return {r[0]: (float(r[1]), r[2]) for r in rows if len(r) == 3 and r[2] in ("us", "ns")}


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
    ours, theirs = sys.argv[1], sys.argv[2]
    threads = sys.argv[3] if len(sys.argv) > 3 else "1"
    only = sys.argv[4] if len(sys.argv) > 4 else ""
    rounds = int(sys.argv[5]) if len(sys.argv) > 5 else 3
    a, b = [], []
    for _ in range(rounds):
        a.append(run(ours, threads, only))
        b.append(run(theirs, threads, only))
    print(f"{'workload':40} {'wengert':>12} {'libtorch':>12} unit   ratio  to floor")
    for name in a[0]:
        x = statistics.median(r[name][0] for r in a)
        unit = a[0][name][1]
        bare = statistics.median([r[name][0] / f for r in a if (f := floor(name, r))] or [0])
        to_floor = f"{bare:9.2f}" if bare else ""
        if name not in b[0]:
            print(f"{name:40} {x:12.2f} {'-':>12} {unit:4} {'':7} {to_floor}")
            continue
        y = statistics.median(r[name][0] for r in b)
        ratio = sorted(p[name][0] / q[name][0] for p, q in zip(a, b))[rounds // 2]
        print(f"{name:40} {x:12.2f} {y:12.2f} {unit:4} {ratio:7.3f} {to_floor}")


main()
