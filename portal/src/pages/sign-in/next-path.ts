/** Where to go after signing in. Only to a page of the portal, whatever an address says. */
export function nextPath(next: string | undefined): string {
  const isOwn = next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\');
  return `/portal${isOwn ? next : '/'}`;
}
