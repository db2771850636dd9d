import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Forms = { identity: Buffer; br: Buffer | undefined; gzip: Buffer | undefined };
export type StaticFile = { etag: string; type: string; forms: Forms };

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Whether files of this name are served at all, apart from the search index, whose names have other endings. */
export const isServed = (name: string) => Object.hasOwn(types, extname(name));

export const fileHeaders = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

/** Reads a file and compresses it. Undefined if there is none. */
export async function readStaticFile(url: URL): Promise<StaticFile | undefined> {
  const identity = await readFile(url).catch(() => undefined);
  if (!identity) return undefined;
  const type = types[extname(url.pathname)];
  const etag = `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`;
  // Images, fonts and the search index are compressed already. Its files are gzip, whatever their names end with; as
  // octet-stream, @fastify/compress would send them unchanged under the name of another encoding.
  if (!type || !/^(text|application)|svg/.test(type))
    return { etag, type: type ?? 'application/gzip', forms: { br: undefined, gzip: undefined, identity } };
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, brotli), promisify(gzip)(identity)]);
  return { etag, type, forms: { br, gzip: zipped, identity } };
}

/** Sends the file in the best form that the client accepts, or 304 if the client has it. */
export function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, type, forms }: StaticFile,
  headers: Record<string, string>,
): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((one) => forms[one] && accepted.includes(one)) ?? 'identity';
  reply.headers({ ...fileHeaders, etag, vary: 'accept-encoding', ...headers });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(type).send(forms[encoding]);
}
