import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs, promisify } from 'node:util';
import { version } from '../src/base/version.ts';
import { asyncapiDocument } from '../src/reference/asyncapi.ts';
import { readExamples } from '../src/reference/examples.ts';
import { openapiDocument } from '../src/reference/openapi.ts';
import { apiRoutes } from '../src/routes.ts';
import { compareOpenapi } from './compare-openapi.ts';

/**
 * `npm run openapi` writes docs/openapi.json from the routes, and docs/asyncapi.json from the event types; with `--check`
 * it fails if a file is stale; with
 * `--compare COMMIT` (or a file) it prints how the routes differ from that document in anything but texts, and fails if
 * they do.
 */
/** Stands for the address of an installation, whose own /openapi.json names it. */
const placeholder = 'https://daybook.your-company.example';
const file = new URL('../docs/openapi.json', import.meta.url);
const eventsFile = new URL('../docs/asyncapi.json', import.meta.url);

export function currentOpenapi(): string {
  // The routes are only described, never called, so they need no real context.
  const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
  return `${JSON.stringify(openapiDocument(routes, { version, baseUrl: placeholder, examples: readExamples() }), null, 2)}\n`;
}

export const currentAsyncapi = (): string => `${JSON.stringify(asyncapiDocument({ version }), null, 2)}\n`;

async function check(): Promise<void> {
  const isCurrent = (await readFile(file, 'utf8')) === currentOpenapi();
  const areEventsCurrent = (await readFile(eventsFile, 'utf8')) === currentAsyncapi();
  if (isCurrent && areEventsCurrent) return;
  process.stderr.write('docs/openapi.json or docs/asyncapi.json is stale: run "npm run openapi" and commit them.\n');
  process.exitCode = 1;
}

/** The document of a commit, or of a file outside the repository. */
async function readDocument(place: string): Promise<unknown> {
  if (existsSync(place)) return JSON.parse(await readFile(place, 'utf8'));
  const { stdout } = await promisify(execFile)('git', ['show', `${place}:docs/openapi.json`], { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout);
}

async function compare(current: string, place: string): Promise<void> {
  const differences = compareOpenapi(await readDocument(place), JSON.parse(current));
  process.stdout.write(differences.map((line) => `${line}\n`).join(''));
  if (differences.length === 0)
    process.stdout.write(`The documents of ${place} and of the routes differ at most in texts.\n`);
  else process.exitCode = 1;
}

if (import.meta.main) {
  const options = { check: { type: 'boolean' }, compare: { type: 'string' } } as const;
  const { values } = parseArgs({ options });
  if (values.compare !== undefined) await compare(currentOpenapi(), values.compare);
  else if (values.check) await check();
  else await Promise.all([writeFile(file, currentOpenapi()), writeFile(eventsFile, currentAsyncapi())]);
}
