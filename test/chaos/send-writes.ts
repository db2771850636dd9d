import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { say } from '../../bench/report.ts';
import {
  addSubject,
  type Content,
  isTarget,
  type Ledger,
  noteDone,
  noteUnknown,
  type State,
  type Subject,
} from './ledger.ts';

/** The clients: many parallel writes, each repeated until it has a response or never will. */
export type Writer = {
  url: string;
  keys: string[];
  ledger: Ledger;
  /** Resolves when a server is running. */
  ready: () => Promise<void>;
  /** True if the server may answer 503, for example during a failover. The outcome of such a write is unknown. */
  expectsOutages?: boolean;
  counts: Counts;
};

export type Counts = {
  writes: number;
  answered: number;
  /** Nothing listened on the port, so the write was sent again. */
  refused: number;
  /** Sent, but the connection broke before a response. */
  cutOff: number;
  /** Cut off and not repeated, so the outcome is unknown. */
  neverAnswered: number;
  sentAgain: number;
  /** Repeated after the first attempt had succeeded: the response was a stored one. */
  replayed: number;
  underWay: number;
  serverErrors: number;
  unexpected: number;
};

export const noCounts = (): Counts => ({
  writes: 0,
  answered: 0,
  refused: 0,
  cutOff: 0,
  neverAnswered: 0,
  sentAgain: 0,
  replayed: 0,
  underWay: 0,
  serverErrors: 0,
  unexpected: 0,
});

type Write = {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  subject: Subject;
  body?: Partial<Content>;
  state: State;
  idempotencyKey?: string;
  /** Repeated after a broken connection until it gets a response. */
  insists: boolean;
};

type Outcome = { status: number; replayed: boolean; text: string } | 'refused' | 'cut off';

const triesMax = 200;
const outageMs = 500;

export async function sendWrites(writer: Writer, options: { count: number; atOnce: number }): Promise<void> {
  let started = 0;
  async function lane(): Promise<void> {
    while (started < options.count) {
      started++;
      const write = nextWrite(writer.ledger, writer.keys.length);
      writer.counts.writes++;
      write.subject.isBusy = true;
      await follow(writer, write);
      write.subject.isBusy = false;
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, lane));
}

/** Six of ten writes create, three change, one deletes; half of the first two have an Idempotency-Key. */
function nextWrite(ledger: Ledger, accounts: number): Write {
  const key = randomInt(2) ? { idempotencyKey: randomUUID(), insists: true } : { insists: false };
  const die = randomInt(10);
  const target = die < 4 ? findTarget(ledger.subjects) : undefined;
  if (!target) {
    const subject = addSubject(ledger, randomUUID(), randomInt(accounts));
    const body = contentFor(subject);
    return { method: 'POST', path: '/companies', subject, body, state: body, ...key };
  }
  const path = `/companies/${target.companyId}`;
  if (die === 0) return { method: 'DELETE', path, subject: target, state: 'deleted', insists: randomInt(2) === 0 };
  const body = contentFor(target);
  return { method: 'PATCH', path, subject: target, body, state: body, ...key };
}

/** A few random picks instead of a search: most subjects are targets. */
function findTarget(subjects: readonly Subject[]): Subject | undefined {
  for (let i = 0; i < 20 && subjects.length > 0; i++) {
    const subject = subjects[randomInt(subjects.length)];
    if (subject && isTarget(subject)) return subject;
  }
  return undefined;
}

/** Three fields that belong together: a company with parts of two writes was written only in part. */
function contentFor({ marker }: Subject): Content {
  const stamp = randomUUID();
  return { name: `Company ${stamp}`, description: stamp, tags: { marker, stamp } };
}

async function follow(writer: Writer, write: Write): Promise<void> {
  const { ledger, counts } = writer;
  let wasCutOff = false;
  let last: Outcome | undefined;
  for (let tries = 0; tries < triesMax; tries++) {
    await writer.ready();
    const outcome = await sendOnce(writer, write);
    last = outcome;
    // Nothing was sent: the server is not running yet.
    if (outcome === 'refused') {
      counts.refused++;
      await sleep(20);
    } else if (outcome === 'cut off') {
      counts.cutOff++;
      wasCutOff = true;
      if (!write.insists) break;
      counts.sentAgain++;
    } else if (outcome.status === 409 && outcome.text.includes('requestUnderWay')) {
      counts.underWay++;
      await sleep(writer.expectsOutages ? outageMs : 50);
    } else if (outcome.status === 503 && writer.expectsOutages) {
      counts.cutOff++;
      wasCutOff = true;
      if (!write.insists) break;
      counts.sentAgain++;
      await sleep(outageMs);
    } else if (outcome.status >= 500) {
      counts.serverErrors++;
      break;
    } else {
      counts.answered++;
      if (!isSuccess(write, outcome, wasCutOff)) break;
      if (outcome.replayed && wasCutOff) counts.replayed++;
      if (write.method === 'POST') write.subject.companyId = JSON.parse(outcome.text).companyId;
      if (write.idempotencyKey) ledger.keys.set(write.idempotencyKey, write.subject);
      noteDone(ledger, write.subject, write.state);
      return;
    }
  }
  if (!wasCutOff) counts.unexpected++;
  if (write.insists && write.idempotencyKey && last !== 'cut off')
    say(`a write with a key got no success: ${write.method} ${write.path} ${JSON.stringify(last)}`);
  counts.neverAnswered++;
  noteUnknown(ledger, write.subject, write.state);
}

/** A repeated deletion may find that the first attempt has already succeeded. */
function isSuccess(write: Write, outcome: { status: number; text: string }, wasCutOff: boolean): boolean {
  if (write.method === 'DELETE') return outcome.status === 204 || (wasCutOff && outcome.status === 404);
  if (outcome.status !== 200) return false;
  const { name, description, tags } = JSON.parse(outcome.text);
  return isDeepStrictEqual({ name, description, tags }, write.body);
}

async function sendOnce({ url, keys }: Writer, write: Write): Promise<Outcome> {
  const key = keys[write.subject.account] ?? '';
  try {
    const response = await fetch(url + write.path, {
      method: write.method,
      headers: {
        authorization: `Basic ${Buffer.from(key).toString('base64')}`,
        ...(write.body && { 'content-type': 'application/json' }),
        ...(write.idempotencyKey && { 'idempotency-key': write.idempotencyKey }),
      },
      ...(write.body && { body: JSON.stringify(write.body) }),
    });
    const replayed = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, replayed, text: await response.text() };
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return code === 'ECONNREFUSED' ? 'refused' : 'cut off';
  }
}
