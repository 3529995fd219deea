"""One profile for every property test: a slow machine is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile("pctlens", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pctlens")
