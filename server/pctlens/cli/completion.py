"""``pctlens completion``: scripts with which a shell completes commands, options and rules."""

from __future__ import annotations

import argparse
from typing import Final

from pctlens.cli.parser import parser

BASH: Final = """\
_pctlens() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} options
    case ${{COMP_WORDS[1]}} in
{cases}
    *) options="{commands}" ;;
    esac
    ((COMP_CWORD == 1)) && options="{commands}"
    COMPREPLY=($(compgen -W "$options" -- "$word") $(compgen -f -- "$word"))
}}
complete -o filenames -F _pctlens pctlens
"""

ZSH: Final = "autoload -U +X bashcompinit && bashcompinit\n" + BASH


def run(arguments: argparse.Namespace) -> int:
    """Print the script of a shell, made from the commands' own arguments."""
    words = {name: command_words(command) for name, command in commands().items()}
    if arguments.shell == "fish":
        print("complete -c pctlens -n __fish_use_subcommand -x -a", f"'{' '.join(words)}'")
        for name, options in words.items():
            print(f"complete -c pctlens -n '__fish_seen_subcommand_from {name}' -a '{' '.join(options)}'")
        return 0
    cases = "\n".join(f'    {name}) options="{" ".join(options)}" ;;' for name, options in words.items())
    script = ZSH if arguments.shell == "zsh" else BASH
    print(script.format(cases=cases, commands=" ".join(words)), end="")
    return 0


def commands() -> dict[str, argparse.ArgumentParser]:
    """Every command's parser by its name."""
    for action in parser()._actions:  # argparse has no public way to list what it takes
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def command_words(command: argparse.ArgumentParser) -> list[str]:
    """The words that a command takes: its options, and for ``explain`` the rules."""
    words = [option for action in command._actions for option in action.option_strings]
    if command.get_default("module") == "explain":
        from pctlens.core.rules import RULES

        words += RULES
    return words
