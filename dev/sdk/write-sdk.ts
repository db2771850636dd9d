import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decimalFields } from './decimal-fields.ts';
import { type Model, readModel } from './document.ts';
import { pythonMethods, pythonRoutes } from './python-methods.ts';
import { pythonTypes } from './python-types.ts';
import { typescriptOf } from './typescript.ts';

/**
 * `npm run sdk` writes the generated files of both SDKs from docs/openapi.json. With `--check` it writes nothing and
 * fails if one of them is stale.
 */
const root = join(import.meta.dirname, '../..');

/** The generated files by their path in the repository. */
export async function currentSdkFiles(): Promise<Record<string, string>> {
  const model = await readModel();
  return { 'sdk/src/api.gen.ts': typescriptOf(model), ...pythonFiles(model) };
}

function pythonFiles(model: Model): Record<string, string> {
  const folder = 'sdk/python/src/daybook';
  const decimals = decimalFields(model);
  const types = pythonTypes(model, decimals);
  const methods = (kind: 'sync' | 'async') => pythonMethods(model, types, kind);
  return {
    [`${folder}/_operations.py`]: methods('sync'),
    [`${folder}/_async_operations.py`]: methods('async'),
    [`${folder}/_routes.py`]: pythonRoutes(model, decimals),
    // Last, because the methods name types too.
    [`${folder}/types.py`]: types.module(),
  };
}

/** Paths of the generated files that differ from what would be written now. */
export async function staleSdkFiles(): Promise<string[]> {
  const files = Object.entries(await currentSdkFiles());
  const written = await Promise.all(files.map(([path]) => readFile(join(root, path), 'utf8').catch(() => '')));
  return files.filter(([, text], index) => written[index] !== text).map(([path]) => path);
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    for (const path of await staleSdkFiles()) {
      process.stderr.write(`${path} is stale: run "npm run sdk" and commit it.\n`);
      process.exitCode = 1;
    }
  } else for (const [path, text] of Object.entries(await currentSdkFiles())) await writeFile(join(root, path), text);
}
