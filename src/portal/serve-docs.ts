import { readFile, stat } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicRoute } from '../http/public-route.ts';
import { buildMissingPage } from './build-missing-page.ts';
import { fileHeaders, readStaticFile, type StaticFile, sendStaticFile } from './static-file.ts';

/** `npm run docs` builds the documentation into this folder. Its pages load nothing from other hosts. */
const folder = new URL('../../site/dist/', import.meta.url);

export function docsRoutes(dist: URL = folder): PublicRoute[] {
  const read = fileReader(dist);
  const headers = policyReader(dist);
  const handler = (request: FastifyRequest, reply: FastifyReply) => sendPage(request, reply, { read, headers });
  return [
    { path: '/docs', handler },
    { path: '/docs/*', handler },
  ];
}

type Site = { read: (path: string) => Promise<StaticFile | undefined>; headers: () => Promise<Record<string, string>> };

async function sendPage(request: FastifyRequest, reply: FastifyReply, site: Site) {
  const [address = ''] = request.url.split('?');
  const path = address.slice('/docs/'.length);
  const isFolder = path === '' || path.endsWith('/');
  const file = await site.read(isFolder ? `${path}index.html` : path);
  if (file && address === '/docs') return reply.redirect('/docs/', 308);
  if (file) return sendStaticFile(request, reply, file, await headersOf(path, site));
  // Addresses without the last slash, such as the links in error responses: browsers keep the anchor.
  if (!isFolder && (await site.read(`${path}/index.html`))) return reply.redirect(`${address}/`, 308);
  const missing = await site.read('404.html');
  if (missing) return sendStaticFile(request, reply.code(404), missing, await headersOf('404/', site));
  reply.headers({ ...fileHeaders, 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'" });
  return reply.code(503).type('text/html; charset=utf-8').send(buildMissingPage('docs'));
}

/** Files whose names contain a hash of their content never change; everything else is checked at each use. */
const fixedName = /^(_astro\/|pagefind\/(fragment|index)\/)/;

async function headersOf(path: string, site: Site): Promise<Record<string, string>> {
  if (fixedName.test(path)) return { 'cache-control': 'public, max-age=31536000, immutable' };
  if (path !== '' && !path.endsWith('/')) return { 'cache-control': 'no-cache' };
  return { 'cache-control': 'no-cache', ...(await site.headers()) };
}

/** No part of a path begins with a dot, so that it cannot point outside the folder. */
const pathPattern = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}\/){0,6}[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$/;
/** The site has about 1,500 files, some of them seldom read. Each is kept in three forms. */
const keptFilesMax = 200;

/** A file is read and compressed again when the site was built again. */
function fileReader(dist: URL): Site['read'] {
  const known = new Map<string, { time: number; file: Promise<StaticFile | undefined> }>();
  return async (path) => {
    if (!pathPattern.test(path) || path === 'policy.json') return undefined;
    const url = new URL(path, dist);
    const time = await timeOf(url);
    if (time === undefined) return undefined;
    const kept = known.get(path);
    if (kept?.time === time) return await kept.file;
    const file = readStaticFile(url);
    known.delete(path);
    if (known.size >= keptFilesMax) known.delete(known.keys().next().value as string);
    known.set(path, { time, file });
    return await file;
  };
}

const timeOf = (url: URL) =>
  stat(url).then(
    (found) => (found.isFile() ? found.mtimeMs : undefined),
    () => undefined,
  );

/** The build lists the hashes of the few inline scripts. The search runs WebAssembly. */
function policyReader(dist: URL): Site['headers'] {
  const url = new URL('policy.json', dist);
  let kept: { time: number | undefined; scripts: string[] } | undefined;
  return async () => {
    const time = await timeOf(url);
    if (!kept || kept.time !== time) kept = { time, scripts: time === undefined ? [] : await readScripts(url) };
    return { ...pageHeaders, 'content-security-policy': policyOf(kept.scripts) };
  };
}

const readScripts = async (url: URL) => (JSON.parse(await readFile(url, 'utf8')) as { scripts: string[] }).scripts;

const policyOf = (scripts: string[]) =>
  [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval' ${scripts.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
