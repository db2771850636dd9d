/** Returns the URL with its password masked. */
export function maskUrl(text: string): string {
  if (!text) return '';
  const url = new URL(text);
  if (url.password) url.password = '****';
  return url.toString();
}
