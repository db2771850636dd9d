import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from '../../client.ts';
import { openLedger } from '../ledger.ts';
import { noCounts, sendWrites, type Writer } from '../send-writes.ts';
import { note, Recorded, type Seen } from '../upgrade/client.ts';
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
  let isEnding = false;
  async function repeat(pauseMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!isEnding) {
      await work().catch((error: Error) => {
        if (!(error instanceof Recorded)) note(seen, 'unexpected', String(error).slice(0, 300));
      });
      await sleep(pauseMs);
    }
  }
  const traffic: Traffic = {
    ...{ writer, pushes: new Set(), created: new Set(), syncs: 0, syncWaits: 0, signIns: 0, pages: 0 },
    async stop() {
      isEnding = true;
      await running;
    },
  };
  const createOlder = async () => {
    const { body } = await accounts.older.send('POST /companies', { body: { name: 'older' } });
    traffic.created.add(body.companyId);
  };
  const portal = usePortal(client, accounts, { origin, traffic });
  const running = Promise.all([
    repeat(100, () => sendWrites(writer, { count: 8, atOnce: 4 })),
    repeat(250, () => pushOne(accounts, traffic)),
    repeat(200, () => syncOnce(stage, accounts, { seen, traffic })),
    repeat(200, () => readPages(accounts, { seen, traffic })),
    repeat(200, createOlder),
    repeat(200, portal),
  ]);
  return traffic;
}
