import { pathToFileURL } from 'node:url';
import { fastify } from 'fastify';
import { compressAnswers } from '../../src/http/server.ts';
import { docsRoutes } from '../../src/portal/serve-docs.ts';

/** Serves the built site as Daybook does, with its content security policy. */
export async function serveSite(dist: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await compressAnswers(server);
  for (const { path, handler } of docsRoutes(pathToFileURL(`${dist}/`))) server.get(path, handler);
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  return { origin, stop: () => server.close() };
}
