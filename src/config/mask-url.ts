/** A URL without its password. */
export function maskUrl(text: string): string {
  if (!text) return '';
  const url = new URL(text);
  if (url.password) url.password = '****';
  return url.toString();
}
