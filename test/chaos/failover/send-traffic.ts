import type { Send } from '../../client.ts';
import { keepDoing } from '../keep-doing.ts';
import { openLedger } from '../ledger.ts';
import { noCounts, sendWrites, type Writer } from '../send-writes.ts';
import type { Seen } from '../upgrade/client.ts';
import type { Accounts } from '../upgrade/make-accounts.ts';
import { pushOne, readPages, syncOnce, usePortal } from '../upgrade/send-traffic.ts';
import { origin, type Stage } from './open-stage.ts';

/** Reads, writes, pushes, syncs, webhooks of both generations and portal sessions, until `stop`. */
export type Traffic = {
  writer: Writer;
  /** Ids of the pushes that were accepted. */
  pushes: Set<string>;
  /** Companies that were created in the account of the older webhooks. */
  created: Set<string>;
  syncs: number;
  syncWaits: number;
  signIns: number;
  pages: number;
  stop(): Promise<void>;
};

export function sendTraffic(stage: Stage, accounts: Accounts, { client, seen }: { client: Send; seen: Seen }): Traffic {
  const writer: Writer = {
    get url() {
      return stage.nextUrl();
    },
    keys: [accounts.writes.key],
    ledger: openLedger(1),
    ready: () => Promise.resolve(),
    expectsOutages: true,
    counts: noCounts(),
  };
  const doing = keepDoing(seen);
  const traffic: Traffic = {
    ...{ writer, pushes: new Set(), created: new Set(), syncs: 0, syncWaits: 0, signIns: 0, pages: 0 },
    stop: doing.stop,
  };
  const createOlder = async () => {
    const { body } = await accounts.older.send('POST /companies', { body: { name: 'older' } });
    traffic.created.add(body.companyId);
  };
  const portal = usePortal(client, accounts, { origin, traffic });
  doing.repeat(100, () => sendWrites(writer, { count: 8, atOnce: 4 }));
  doing.repeat(250, () => pushOne(accounts, traffic));
  doing.repeat(200, () => syncOnce(stage, accounts, { seen, traffic }));
  doing.repeat(200, () => readPages(accounts, { seen, traffic }));
  doing.repeat(200, createOlder);
  doing.repeat(200, portal);
  return traffic;
}
