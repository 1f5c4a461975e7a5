"""Histories, and what breaks them: case files, recorded conversations, mutators, shrinking."""

from sendable.corpus.base import Base, read_bases, write_bases
from sendable.corpus.broken import broken_cases
from sendable.corpus.casefile import load_cases
from sendable.corpus.digest import corpus_digest
from sendable.corpus.importing import Importing, LeftOut, import_histories
from sendable.corpus.load import load_bases, shipped_bases
from sendable.corpus.mutator import Mutator
from sendable.corpus.mutators import MUTATORS
from sendable.corpus.places import case_files, recorded_files, shipped_cases
from sendable.corpus.realize import needs_process, realize
from sendable.corpus.shrink import shrink

__all__ = [
    "MUTATORS",
    "Base",
    "Importing",
    "LeftOut",
    "Mutator",
    "broken_cases",
    "case_files",
    "corpus_digest",
    "import_histories",
    "load_bases",
    "load_cases",
    "needs_process",
    "read_bases",
    "realize",
    "recorded_files",
    "shipped_bases",
    "shipped_cases",
    "shrink",
    "write_bases",
]
