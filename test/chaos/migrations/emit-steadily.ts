import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../../src/base/log.ts';
import { openBase } from '../../../src/context.ts';
import { createEmit } from '../../../src/events/emit.ts';
import type { NewEvent } from '../../../src/events/event-types.ts';
import { createMessageWriter } from '../../../src/webhooks/messages/write-messages.ts';
import type { Account, Stage } from './open-stage.ts';

/** Emits events at a steady rate over all accounts, one to seven per transaction, with the product's own emit. */
export type Emitting = {
  /** Events whose commit was confirmed, with the targets where each must arrive. */
  committed: Map<string, string[]>;
  errors(): number;
  seconds(): number;
  done: Promise<void>;
};

const emitters = 8;

/** Emits the wanted number of events, and continues until enough processes have been killed. */
export function emitSteadily(
  stage: Stage,
  wanted: { events: number; perSecond: number; isStruck: () => boolean },
): Emitting {
  const committed = new Map<string, string[]>();
  const log = createLog({ level: 'fatal' });
  const base = openBase({ ...stage.cell.base.config, databasePoolSize: emitters }, { log });
  const write = createMessageWriter(base);
  let [errors, started, transactions, ms] = [0, 0, 0, 0];
  const at = Date.now();

  async function emitSome(n: number, count: number): Promise<void> {
    const account = stage.accounts[n % stage.accounts.length];
    if (!account) return;
    const some = Array.from({ length: count }, (_, at) => eventOf(account, n + at));
    const emit = createEmit(base, async (tx, events) => {
      await write(tx, events);
      tx.afterCommit(() => {
        for (const [at, { eventId }] of events.entries()) committed.set(eventId, some[at]?.targets ?? []);
      });
    });
    await base.db.transaction(account.accountId, (tx) =>
      emit(
        tx,
        some.map(({ event }) => event),
      ),
    );
  }
  const loop = async () => {
    while (started < wanted.events || !wanted.isStruck()) {
      if (started > ((Date.now() - at) / 1000) * wanted.perSecond) {
        await sleep(2);
        continue;
      }
      const count = 1 + ((transactions++ * 5) % 7);
      started += count;
      await emitSome(transactions, count).catch(() => {
        errors++;
      });
    }
  };
  const done = Promise.all(Array.from({ length: emitters }, loop)).then(async () => {
    ms = Date.now() - at;
    await base.laneWakeups.stop();
    await base.db.end();
  });
  return { committed, errors: () => errors, seconds: () => (ms || Date.now() - at) / 1000, done };
}

/** Of eight events, one matches both kinds of rules, one only a company-specific rule, six only the agnostic rule. */
function eventOf({ companyId, number }: Account, n: number): { event: NewEvent; targets: string[] } {
  if (n % 8 === 1) {
    const event: NewEvent = {
      type: 'company.synced',
      companyId,
      message: 'The first syncs are done.',
      data: { completed: ['invoices'], failed: [] },
    };
    return { event, targets: [`all${number}`] };
  }
  const isOfCompany = n % 8 === 0;
  const event: NewEvent = {
    type: 'company.created',
    companyId: isOfCompany ? companyId : '0198c5a0-0000-7000-8000-0000000000ff',
    message: `Company ${n} was created.`,
    data: { name: `${n}` },
  };
  return { event, targets: isOfCompany ? [`all${number}`, `one${number}`] : [`all${number}`] };
}
