from __future__ import annotations

import sys
from typing import Generic, TypeVar

# Generic TypedDicts exist since Python 3.11.
if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict

Result = TypeVar("Result")


class PageLink(TypedDict):
    href: str


class PageLinks(TypedDict):
    self: PageLink
    current: PageLink
    next: NotRequired[PageLink]
    previous: NotRequired[PageLink]


class Page(TypedDict, Generic[Result]):
    """One page of a list."""

    results: list[Result]
    pageNumber: int
    pageSize: int
    totalResults: int
    """Number of records after the filter has been applied."""
    _links: PageLinks
