import { registerHooks } from 'node:module';
import type { runSync } from '../src/sync/run/run-sync.ts';

/** The modules between a sync and its checks. They are loaded a second time, for syncs that run no checks. */
const between = ['sync/run/run-sync.ts', 'sync/run/finish-sync.ts', 'checks/recheck-ledger.ts', 'checks/run-checks.ts'];
const mark = '?unchecked';

const isBetween = (url: string) => between.some((file) => url.endsWith(`/src/${file}`));

/** Nothing is read and nothing is found, so that no results are stored either. */
const stub = (original: string) => `export { levelOf, toleranceOf } from '${original}';
export const runChecks = async () => ({ results: [], figures: undefined, previous: [] });`;

/** A sync without checks before publishing, to measure what they cost. The program itself has no switch for this. */
export async function loadUncheckedSync(): Promise<typeof runSync> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const { parentURL = '' } = context;
      // What replaces the checks takes two functions of the original.
      const isMarked = parentURL.endsWith(mark) && !parentURL.includes('/run-checks.ts') && isBetween(resolved.url);
      return isMarked ? { ...resolved, url: `${resolved.url}${mark}` } : resolved;
    },
    load(url, context, next) {
      const original = url.endsWith(mark) ? url.slice(0, -mark.length) : undefined;
      if (original?.endsWith('/run-checks.ts')) return { format: 'module', source: stub(original), shortCircuit: true };
      return next(url, context);
    },
  });
  const path = new URL(`../src/sync/run/run-sync.ts${mark}`, import.meta.url).href;
  const loaded = (await import(path)) as { runSync: typeof runSync };
  hooks.deregister();
  return loaded.runSync;
}
