"""The findings: one file a rule or small family, each data with one pure function."""

from __future__ import annotations

from pctlens.core.rules.base import Edit, Fix, Problem, Rule, Severity

__all__ = ["Edit", "Fix", "Problem", "Rule", "Severity"]
