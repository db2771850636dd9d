import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicRoute } from '../http/public-route.ts';
import { pathNotFound } from '../http/refusals.ts';
import { buildMissingPage } from './build-missing-page.ts';
import { fileHeaders, isServed, readStaticFile, type StaticFile, sendStaticFile } from './static-file.ts';

/**
 * `npm run portal` builds the portal and the link page into this folder: two pages, and files with hashed names whose
 * content never changes. The pages load nothing from other hosts.
 */
const folder = new URL('../../portal/dist/', import.meta.url);

export function portalRoutes(dist: URL = folder): PublicRoute[] {
  const readAsset = assetReader(dist);
  const page = (file: string, headers: Record<string, string>) => async (_: FastifyRequest, reply: FastifyReply) => {
    const text = await readFile(new URL(file, dist), 'utf8').catch(() => undefined);
    reply.headers({ ...pageHeaders, ...headers }).type('text/html; charset=utf-8');
    return text === undefined ? reply.code(503).send(buildMissingPage('portal')) : reply.send(text);
  };
  const portal = page('portal.html', { 'referrer-policy': 'same-origin', 'cache-control': 'no-cache' });
  // Anyone who knows the URL of a link page can authorize access to a company's data. So the URL must not reach other
  // hosts or caches.
  const link = page('link.html', {
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    // A client's page can open it in a window of its own (link/src/link.ts), and is told the outcome.
    'cross-origin-opener-policy': 'unsafe-none',
  });
  return [
    { path: '/', handler: toPortal },
    { path: '/portal', handler: portal },
    { path: '/portal/*', handler: portal },
    { path: '/portal/assets/:name', handler: (request, reply) => sendAsset(request, reply, readAsset) },
    { path: '/link/:token', handler: link },
  ];
}

/** Redirects browsers to the portal. Clients that do not accept HTML get 404. */
async function toPortal(request: FastifyRequest, reply: FastifyReply) {
  if (!request.headers.accept?.includes('text/html')) throw pathNotFound();
  return reply.redirect('/portal/');
}

/** Inline styles are allowed, because the components compute styles. Scripts are loaded only from files. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  ...fileHeaders,
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
};

async function sendAsset(request: FastifyRequest, reply: FastifyReply, read: ReadAsset) {
  const asset = await read((request.params as { name: string }).name);
  if (!asset) throw pathNotFound();
  return sendStaticFile(request, reply, asset, { 'cache-control': 'public, max-age=31536000, immutable' });
}

type ReadAsset = (name: string) => Promise<StaticFile | undefined>;

/** A name has no slash and no leading dot, so that it cannot point outside the folder. */
const namePattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$/;

/**
 * Each file is read and compressed once, at its first request. The cached copy never becomes outdated, because changed
 * content gets a new file name.
 */
function assetReader(dist: URL): ReadAsset {
  const known = new Map<string, Promise<StaticFile | undefined>>();
  return (name) => {
    if (!namePattern.test(name) || !isServed(name)) return Promise.resolve(undefined);
    const found = known.get(name) ?? readStaticFile(new URL(`assets/${name}`, dist));
    known.set(name, found);
    // Do not cache that a file is missing, because the next build may create the file.
    void found.then((asset) => asset ?? known.delete(name));
    return found;
  };
}
