"""The lab: simulations and benchmarks."""
