/** Returns the page to open after sign-in. It is always in the portal, so a crafted link cannot lead elsewhere. */
export function nextPath(next: string | undefined): string {
  const isOwn = next?.startsWith('/') && !next.startsWith('//') && !next.includes('\\');
  return `/portal${isOwn ? next : '/'}`;
}
