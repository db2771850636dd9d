import { keepDoing } from '../keep-doing.ts';
import { openLedger } from '../ledger.ts';
import { noCounts, sendWrites, type Writer } from '../send-writes.ts';
import type { Seen } from '../upgrade/client.ts';
import type { Accounts } from '../upgrade/make-accounts.ts';
import { pushOne, readPages, syncOnce } from '../upgrade/send-traffic.ts';
import type { Stage } from './open-stage.ts';

/** Reads, walks, writes, pushes, syncs and webhooks of both generations, until `stop`. */
export type Traffic = {
  writer: Writer;
  pushes: Set<string>;
  /** Companies that were created in the account of the older webhooks. */
  created: Set<string>;
  syncs: number;
  syncWaits: number;
  pages: number;
  stop(): Promise<void>;
};

export function sendTraffic(stage: Stage, accounts: Accounts, seen: Seen): Traffic {
  const writer: Writer = {
    url: stage.router.url,
    keys: [accounts.writes.key],
    ledger: openLedger(1),
    ready: () => Promise.resolve(),
    expectsOutages: true,
    counts: noCounts(),
  };
  const doing = keepDoing(seen);
  const traffic: Traffic = {
    ...{ writer, pushes: new Set(), created: new Set(), syncs: 0, syncWaits: 0, pages: 0 },
    stop: doing.stop,
  };
  const createOlder = async () => {
    const { body } = await accounts.older.send('POST /companies', { body: { name: 'older' } });
    traffic.created.add(body.companyId);
  };
  doing.repeat(150, () => sendWrites(writer, { count: 6, atOnce: 3 }));
  doing.repeat(400, () => pushOne(accounts, traffic));
  doing.repeat(400, () => syncOnce(stage, accounts, { seen, traffic }));
  doing.repeat(200, () => readPages(accounts, { seen, traffic }));
  doing.repeat(300, createOlder);
  return traffic;
}
