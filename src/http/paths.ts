/** Converts a path to Fastify's syntax: `/companies/{companyId}` becomes `/companies/:companyId`. */
export function toFastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Returns the path of a URL, without the query and without a trailing slash. */
export function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? url;
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}
