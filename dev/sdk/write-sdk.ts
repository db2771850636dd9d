import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readModel } from './document.ts';
import { typescriptOf } from './typescript.ts';

/**
 * `npm run sdk` writes the generated files of both SDKs from docs/openapi.json. With `--check` it writes nothing and
 * fails if one of them is stale.
 */
const root = join(import.meta.dirname, '../..');

/** The generated files by their path in the repository. */
export async function currentSdkFiles(): Promise<Record<string, string>> {
  const model = await readModel();
  return { 'sdk/src/api.gen.ts': typescriptOf(model) };
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
