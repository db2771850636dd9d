import { readFile, writeFile } from 'node:fs/promises';
import { version } from '../src/context.ts';
import { openapiDocument } from '../src/reference/openapi.ts';
import { apiRoutes } from '../src/routes.ts';

/** `npm run openapi` writes docs/openapi.json from the routes; with `--check` it fails if the file is stale. */
const file = new URL('../docs/openapi.json', import.meta.url);

export function currentOpenapi(): string {
  // The routes are only described, never called, so they need no real context.
  const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
  return `${JSON.stringify(openapiDocument(routes, { version, baseUrl: 'http://localhost:8080' }), null, 2)}\n`;
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) await writeFile(file, currentOpenapi());
  else if ((await readFile(file, 'utf8')) !== currentOpenapi()) {
    process.stderr.write('docs/openapi.json is stale: run "npm run openapi" and commit it.\n');
    process.exitCode = 1;
  }
}
