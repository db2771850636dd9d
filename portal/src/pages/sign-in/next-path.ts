/** Where to go after signing in. Always a page of the portal, so that a crafted link cannot redirect elsewhere. */
export function nextPath(next: string | undefined): string {
  const isOwn = next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\');
  return `/portal${isOwn ? next : '/'}`;
}
