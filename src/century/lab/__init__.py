"""The lab: simulations, tournaments and benchmarks."""
