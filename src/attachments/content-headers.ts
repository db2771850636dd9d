/**
 * Headers with which a file of a platform is served. A browser must never show it as a page of Daybook: it is always a
 * download, its type is not guessed, and if it is opened nevertheless, it has no origin and runs nothing.
 */
export function contentHeaders(file: { name: string; contentType?: string | undefined; length?: number | undefined }) {
  const { name, contentType = '', length } = file;
  const isType = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(contentType);
  return {
    'content-type': isType ? contentType : 'application/octet-stream',
    'content-disposition': dispositionOf(name),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
    'accept-ranges': 'none',
    ...(length !== undefined && { 'content-length': String(length) }),
  };
}

/** The name as ASCII for old clients, and in full (RFC 6266). Neither can contain a path. */
function dispositionOf(given: string): string {
  const name =
    given
      .toWellFormed()
      .replace(/[\\/\p{Cc}]/gu, '_')
      .slice(0, 200) || 'file';
  const plain = name.replace(/[^\x20-\x7e]|["%;]/g, '_');
  const full = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
