"""When a percent sign is no escape: small named rules, each with the evidence it rests on.

The counts are hits of ``%`` with two hexadecimal digits in 42 public source trees (31.6 million lines); shares are of those hits.
A rule's first docstring line is what a user reads in docs/recognition.md.
"""

from __future__ import annotations

from pctlens.core.contexts import anywhere, lone, pairs, percentages
from pctlens.core.contexts.base import Context, first

__all__ = ["IN_TEXT", "IN_URL", "NOT_MALFORMED", "TAKEN", "WRAPPED", "Context", "explain", "first"]

#: Why a sign with two hexadecimal digits is no escape, in text that no URL surrounds. The first that holds names the reason.
IN_TEXT: tuple[Context, ...] = (
    Context("template-hole", anywhere.template_hole),
    Context("percent-comment", pairs.percent_comment),
    Context("status-condition", pairs.status_condition),
    Context("scan-set", pairs.scan_set),
    Context("implausible-bytes", pairs.implausible_bytes),
    Context("plural-form", pairs.plural_form),
    Context("binary-number", pairs.binary_number),
    Context("vim-atom", pairs.vim_atom),
    Context("qt-argument", pairs.qt_argument),
    Context("pattern-literal", pairs.pattern_literal),
    Context("placeholder", anywhere.placeholder),
    Context("modulo", pairs.modulo),
    Context("percentage", percentages.percentage),
    Context("conversion-in-format", pairs.conversion_in_format),
    Context("lone-conversion", pairs.lone_conversion),
    Context("width-of-control", pairs.width_of_control),
    Context("doubled-in-code", pairs.doubled_in_code),
    Context("packed-data", pairs.packed_data),
)

#: The same where the host's own spelling says that the sign is meant for the text: ``%%20`` in a format, ``\\%20`` in LaTeX.
WRAPPED: tuple[Context, ...] = (
    Context("template-hole", anywhere.template_hole),
    Context("implausible-bytes", pairs.implausible_bytes),
    Context("pattern-literal", pairs.pattern_literal),
    Context("modulo", pairs.modulo),
    Context("percentage", percentages.percentage),
    Context("lone-conversion", pairs.lone_conversion),
)

#: The same in a URL or link: there it takes much more to be no escape.
IN_URL: tuple[Context, ...] = (
    Context("template-hole", anywhere.template_hole),
    Context("width-of-control", pairs.width_of_control),
    Context("qt-argument", pairs.qt_argument),
    Context("scan-set", pairs.scan_set),
    Context("conversion-in-format", pairs.conversion_in_format),
    Context("macro", anywhere.macro),
    Context("placeholder", anywhere.placeholder),
)

#: Why a sign without two hexadecimal digits in a URL or link is no malformed escape.
NOT_MALFORMED: tuple[Context, ...] = (
    Context("template-hole", anywhere.template_hole),
    Context("named-placeholder", lone.named_placeholder),
    Context("placeholder", anywhere.placeholder),
    Context("macro", anywhere.macro),
    Context("template-call", lone.template_call),
    Context("bounded-conversion", lone.bounded_conversion),
    Context("specifier", lone.specifier),
    Context("conversion-of-call", lone.conversion_of_call),
    Context("width-conversion", lone.width_conversion),
    Context("doubled", lone.doubled),
    Context("merge-field", lone.merge_field),
    Context("file-argument", lone.file_argument),
    Context("numbered-placeholder", lone.numbered_placeholder),
    Context("sql-pattern", lone.sql_pattern),
    Context("goes-on-in-code", lone.goes_on_in_code),
    Context("tag-delimiter", lone.tag_delimiter),
    Context("zsh-prompt", lone.zsh_prompt),
    Context("pattern", lone.pattern),
    Context("data-percentage", lone.data_percentage),
    Context("bare-percentage", lone.bare_percentage),
    Context("closing-delimiter", lone.closing_delimiter),
)

#: What a sign is taken for where no rule speaks against it, by the id that ``Sign.rule`` then has.
TAKEN: dict[str, str] = {
    "in-url": "It stands in a URL with a scheme.",
    "in-link": "It stands in a reference where the syntax says so: a Markdown target, `href`, `src`, `url()`, `filename*=`.",
    "in-form": "It stands in query or form text: `a=1&b=%C3%BC`.",
    "in-path": "It stands in a path: `/wiki/That%27s`.",
    "in-text": 'It is a run of escapes for printable UTF-8, and nothing says that it is something else: `"%20"`.',
    "plain": "Two hexadecimal digits do not follow it, and no URL or link is round it.",
    "data": "It stands in data that is written as text: uuencoded, or the qualities of FASTQ.",
}


def explain(rule: str) -> str:
    """What the rule with this id says, in a sentence or two of Markdown; empty for an unknown id."""
    if rule in TAKEN:
        return TAKEN[rule]
    known = (*IN_TEXT, *IN_URL, *NOT_MALFORMED)
    return next((context.summary for context in known if context.id == rule), "")
