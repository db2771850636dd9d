/** The `_links` of a page. `self` has no query. The other links include every query parameter of the request. */
export type PageLinks = { self: string; current: string; next?: string; previous?: string };

export function pageLinks(options: {
  /** Absolute URL of the resource, without a query. */
  self: string;
  /** The raw query string of the request, without "?". */
  search: string;
  page: number;
  pageSize: number;
  hasNext: boolean;
  nextCursor?: string;
  previousCursor?: string;
}): PageLinks {
  const { self, search, page } = options;
  const to = (target: number, cursor: string | undefined) => {
    // Most requests have no parameters, and a cursor needs no encoding.
    if (search === '') return `${self}?page=${target}&pageSize=${options.pageSize}${cursor ? `&cursor=${cursor}` : ''}`;
    const parameters = new URLSearchParams(search);
    parameters.set('page', String(target));
    parameters.set('pageSize', String(options.pageSize));
    if (cursor) parameters.set('cursor', cursor);
    else parameters.delete('cursor');
    return `${self}?${parameters}`;
  };
  return {
    self,
    current: search ? `${self}?${search}` : self,
    ...(options.hasNext && { next: to(page + 1, options.nextCursor) }),
    ...(page > 1 && { previous: to(page - 1, options.previousCursor) }),
  };
}

/** Wraps a complete set of records, such as the result of a change, as a single page. */
export function wholePage(records: readonly string[], { self, pageSize }: { self: string; pageSize: number }): string {
  const size = Math.max(pageSize, records.length);
  const links = { self: { href: self }, current: { href: self } };
  return `{"results":[${records}],"pageNumber":1,"pageSize":${size},"totalResults":${records.length},"_links":${JSON.stringify(links)}}`;
}

/** Returns the link to page 1 of the same request. It shows the list as it is now. */
export function restartLink({ self, search }: { self: string; search: string }): string {
  const parameters = new URLSearchParams(search);
  for (const name of ['page', 'cursor', 'asOf', 'generation']) parameters.delete(name);
  return parameters.size > 0 ? `${self}?${parameters}` : self;
}

export function writeLinks({ self, current, next, previous }: PageLinks): string {
  const link = (href: string | undefined) => href && { href };
  return JSON.stringify({ self: link(self), current: link(current), next: link(next), previous: link(previous) });
}
