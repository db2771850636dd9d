/** The `_links` of a page. `self` has no query; the others carry every query parameter of the request. */
export type PageLinks = { self: string; current: string; next?: string; previous?: string };

export function pageLinks(options: {
  /** The resource, absolute and without a query. */
  self: string;
  /** The query of the request as it came, without "?". */
  search: string;
  page: number;
  pageSize: number;
  hasNext: boolean;
  nextCursor?: string;
  previousCursor?: string;
}): PageLinks {
  const { self, search, page } = options;
  const to = (target: number, cursor: string | undefined) => {
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

/** The envelope around records that are all there: what a change has made, as one page. */
export function wholePage(records: readonly string[], { self, pageSize }: { self: string; pageSize: number }): string {
  const size = Math.max(pageSize, records.length);
  const links = { self: { href: self }, current: { href: self } };
  return `{"results":[${records}],"pageNumber":1,"pageSize":${size},"totalResults":${records.length},"_links":${JSON.stringify(links)}}`;
}

/** The first page of the same request, in the newest state of the list. */
export function restartLink({ self, search }: { self: string; search: string }): string {
  const parameters = new URLSearchParams(search);
  for (const name of ['page', 'cursor', 'asOf']) parameters.delete(name);
  return parameters.size > 0 ? `${self}?${parameters}` : self;
}

export function writeLinks({ self, current, next, previous }: PageLinks): string {
  const link = (href: string | undefined) => href && { href };
  return JSON.stringify({ self: link(self), current: link(current), next: link(next), previous: link(previous) });
}
