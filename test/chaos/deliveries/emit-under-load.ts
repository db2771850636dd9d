import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../../src/base/log.ts';
import { openBase } from '../../../src/context.ts';
import { createEmit } from '../../../src/events/emit.ts';
import type { NewEvent } from '../../../src/events/event-types.ts';
import { createMessageWriter } from '../../../src/webhooks/messages/write-messages.ts';
import { oneOf, type Stage } from './open-stage.ts';

/** Emits events at a steady rate, with the product's own emit and through the API; failed attempts are counted. */
export type Emitting = {
  /** Events whose commit was confirmed. */
  committed: Set<string>;
  companies: Set<string>;
  errors(): number;
  done: Promise<void>;
};

const emitters = 6;
const callers = 4;

/** Emits the wanted number of events, and continues until enough processes have been killed. */
export function emitUnderLoad(
  stage: Stage,
  wanted: { events: number; perSecond: number; isStruck: () => boolean },
): Emitting {
  const { cell } = stage;
  const committed = new Set<string>();
  const companies = new Set<string>();
  let [errors, at] = [0, 0];
  const base = openBase({ ...cell.base.config, databasePoolSize: emitters }, { log: createLog({ level: 'fatal' }) });
  const write = createMessageWriter(base);
  const emit = createEmit(base, async (tx, events) => {
    await write(tx, events);
    tx.afterCommit(() => {
      for (const { eventId } of events) committed.add(eventId);
    });
  });
  const startedAt = Date.now();
  const isOver = () => committed.size + companies.size >= wanted.events && wanted.isStruck();
  const isAhead = () => committed.size + companies.size > ((Date.now() - startedAt) / 1000) * wanted.perSecond;

  async function emitSome(): Promise<void> {
    const account = oneOf(stage.accounts);
    if (!account) return;
    const size = 1 + (at++ % 10);
    const events = Array.from({ length: size }, (_, n): NewEvent => {
      const companyId = n % 3 === 0 ? account.companyId : '0198c5a0-0000-7000-8000-0000000000ff';
      return { type: 'company.created', companyId, message: `Event ${at}.`, data: { name: `${at}` } };
    });
    await base.db.transaction(account.accountId, (tx) => emit(tx, events));
  }
  async function call(): Promise<void> {
    const account = oneOf(stage.accounts);
    const url = oneOf(stage.apis)?.current()?.url;
    if (!account || !url) return sleep(20);
    const answer = await fetch(`${url}/companies`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(account.key).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: `Company ${at++}` }),
      signal: AbortSignal.timeout(15_000),
    });
    const { companyId } = (await answer.json()) as { companyId?: string };
    if (answer.ok && companyId) companies.add(companyId);
    else errors++;
  }
  const loop = async (once: () => Promise<void>, pauseMs: number) => {
    while (!isOver()) {
      if (isAhead()) await sleep(5);
      else
        await once().catch(async () => {
          errors++;
          await sleep(50);
        });
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const done = Promise.all([
    ...Array.from({ length: emitters }, () => loop(emitSome, 0)),
    ...Array.from({ length: callers }, () => loop(call, 40)),
  ]).then(async () => {
    await base.laneWakeups.stop();
    await base.db.end();
  });
  return { committed, companies, errors: () => errors, done };
}
