import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client, createClient, DaybookError, Forbidden, Unauthorized } from '../../sdk/src/daybook.ts';
import type { Clock } from '../base/clock.ts';
import { codeOf } from '../db/error-codes.ts';
import { ensureTables } from './ensure-tables.ts';
import { followFeed } from './follow-feed.ts';
import { loadSnapshot } from './load-snapshot.ts';
import type { MirrorOptions, MirrorSummary } from './mirror-options.ts';
import { mirrorTable } from './mirror-tables.ts';
import { openTarget, TargetRefused } from './open-target.ts';

const firstPauseMs = 500;
const longestPauseMs = 30_000;
const triesOnce = 6;

/**
 * Keeps tables in the client's database equal to data sets of the API. All progress is in that database, in the same
 * transactions as the records, so a run can be killed anywhere and started again. After an error of the network, the
 * server or the database, it connects again and checks everything that it needs.
 */
export async function runMirror(ctx: { clock: Clock }, options: MirrorOptions): Promise<MirrorSummary> {
  const { signal, print, isOnce } = options;
  const done: MirrorSummary = { loaded: 0, changes: 0, removed: 0, verified: 0, repaired: 0 };
  const tables = new Map(options.dataTypes.map((dataType) => [dataType, mirrorTable(dataType)]));
  const client = createClient({ baseUrl: options.url, apiKey: options.key });
  const exact = exactClient(options);
  for (let failures = 0; !signal.aborted; ) {
    const before = progressOf(done);
    try {
      const target = await openTarget({ url: options.targetUrl, schemaName: options.schemaName });
      try {
        await ensureTables({ target, print }, [...tables.values()]);
        if (options.snapshot)
          await loadSnapshot({ target, client, print, signal }, { ...options.snapshot, tables }, done);
        else await followFeed({ ...ctx, target, client, exact, print, signal, done }, { ...options, tables });
        return done;
      } finally {
        await target.close().catch(() => {});
      }
    } catch (error) {
      if (signal.aborted) break;
      failures = progressOf(done) === before ? failures + 1 : 1;
      if (isFatal(error) || (isOnce && failures === triesOnce)) throw error;
      const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
      print(`${messageOf(error)} Retrying in ${pauseMs / 1000} s.`);
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
  return done;
}

const progressOf = (done: MirrorSummary) => Object.values(done).reduce((sum, count) => sum + count, 0);

/** Returns responses as texts: the digits of long numbers would be lost by parsing them. */
function exactClient({ url, key }: MirrorOptions): Client {
  return createClient({ baseUrl: url, apiKey: key, parse: (text) => text });
}

/** Errors that need a person: a wrong key, a missing right, a database that is too old, a disk quota and so on. */
function isFatal(error: unknown): boolean {
  if (error instanceof TargetRefused || error instanceof Unauthorized || error instanceof Forbidden) return true;
  if (error instanceof ApiError) return error.status < 429 && error.status !== 409 && error.status !== 410;
  const code = codeOf(error);
  // Authentication, unknown database, missing right, objects that depend on what must be changed.
  return ['28P01', '28000', '3D000', '42501', '2BP01'].includes(code ?? '');
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || String(codeOf(error)) : String(error);
  const where = error instanceof DaybookError ? 'The API' : 'The mirror';
  return `${where} failed: ${text.replace(/\.?$/, '.')}`;
}
