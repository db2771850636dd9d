import { setTimeout as pause } from 'node:timers/promises';
import type { PulledRecord, Push, PushAnswer, PushInput, PushOperation, PushWish } from '@daybook/connector-kit';
import { NotSent, Unavailable } from '@daybook/connector-kit';
import { Outdated, Refused, RolledBack } from './answers.ts';
import { guardOf, outdated, readNamed, versionOf } from './change-records.ts';
import { recordOf, unreadable } from './pull-records.ts';
import { refusal } from './push-refusals.ts';
import { readFirst } from './read-first.ts';
import { placeOf, type Sessions, type Tryton } from './session.ts';
import type { Domain, Source } from './source.ts';

/** A call of one of Tryton's methods, such as `model.party.party.create`. Each is a separate database transaction. */
export type Call = { method: string; params: unknown[] };

/**
 * How one operation of a data type is carried out. A push that needs several calls may stop halfway, and a later call
 * must complete it.
 */
export type Pusher<Params extends unknown[], Completed extends object = Call[]> = {
  /** Builds the call from what the client sent. It lacks what only Tryton knows. */
  request(wish: PushWish): Call;
  /**
   * Adds values that only Tryton knows, without changing anything in Tryton. Returns the calls that carry out the push.
   * If it returns a `PushAnswer`, there is nothing to send: the record was rejected, or it is as the client wants it.
   */
  complete(tryton: Tryton, params: Params, input: PushInput): Promise<Completed | PushAnswer>;
  /** Carries out the push. Needed only if `complete` does not return calls. */
  make?(tryton: Tryton, completed: Completed): Promise<void>;
  /**
   * Finds a created record by Daybook's reference, and the outcome of another operation by the current state of the
   * record. If the push stopped halfway, also completes it. `isWritten`: Tryton has answered that the calls of
   * `complete` are done.
   */
  find(tryton: Tryton, input: PushInput, options: { isWritten: boolean }): Promise<PushAnswer | { kind: 'absent' }>;
};

/**
 * If a proxy cuts off a call, Tryton still completes it, however long that takes. Calls that create drafts, parties and
 * payments take 0.1 to 0.7 s, so none of them is still running after this time.
 */
const settlesWithinMs = 15_000;

type AnyPusher = Pusher<never, object>;

export type PushKind = Pick<Push, 'operations' | 'choices' | 'undo'> & {
  pushers: Partial<Record<PushOperation, AnyPusher>>;
};

export function createPush(sessions: Sessions, source: Source, kind: PushKind): Push {
  const { operations, choices, undo, pushers } = kind;
  const pusherOf = ({ operation }: PushWish): AnyPusher => {
    const pusher = pushers[operation];
    if (!pusher) throw new Error(`The operation ${operation} is not supported.`);
    return pusher;
  };
  return {
    operations,
    choices,
    ...(undo && { undo }),
    certainty: 'search',
    settlesWithinMs,
    prepare: (wish, credentials) => ({
      method: 'POST',
      url: placeOf(credentials),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 1, ...pusherOf(wish).request(wish) }),
    }),
    async send(input) {
      const tryton = sessions(input);
      const pusher = pusherOf(input.wish);
      const { params } = JSON.parse(input.prepared.body ?? '') as Call;
      const guard = await before(() => guardOf(tryton, source, input.wish));
      const completed = await before(() => pusher.complete(tryton, params as never, input));
      if (isAnswer(completed)) return completed;
      const lost = await make(tryton, pusher, { completed, guard }, input);
      if (lost && isAnswer(lost)) return lost;
      return look(tryton, pusher, input, lost);
    },
    find: (input) => pusherOf(input.wish).find(sessions(input), input, { isWritten: false }).catch(unreadable),
    ...((operations.update || operations.delete) && {
      async read(input: PushInput) {
        const found = await readNamed(sessions(input), source, input.wish).catch(unreadable);
        return found ? done(found.record) : { kind: 'absent' as const };
      },
      versionOf,
    }),
  };
}

const isAnswer = (value: object): value is PushAnswer => 'kind' in value;

/** Runs a step that changes nothing in Tryton. Throws NotSent if Tryton is unavailable. */
async function before<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Unavailable) throw new NotSent(error.message);
    return unreadable(error);
  }
}

/** Returns undefined on success. Otherwise returns the rejection, or the error after which the outcome is unknown. */
async function make(
  tryton: Tryton,
  pusher: AnyPusher,
  { completed, guard }: { completed: object; guard: object },
  { wish }: PushInput,
): Promise<PushAnswer | Unavailable | undefined> {
  try {
    if (pusher.make) await pusher.make(tryton, completed);
    // The first call changes the timestamps that the guard names.
    else
      for (const [at, { method, params }] of (completed as Call[]).entries())
        await tryton.call(method, params, at === 0 ? guard : {});
    return undefined;
  } catch (error) {
    // After Refused or RolledBack, nothing was written, because Tryton rolled back its database transaction.
    if (error instanceof Refused) return refusal(error.message, { record: wish.record ?? {} });
    if (error instanceof Outdated) return outdated;
    if (error instanceof RolledBack) throw new NotSent(error.message);
    if (error instanceof Unavailable && !(error instanceof NotSent)) return error;
    throw error;
  }
}

/**
 * Limits for looking up the outcome of a write. A proxy often gives up shortly before Tryton is done. So the connector
 * looks up the outcome several times before it reports that the outcome is unknown.
 */
const looksMax = 6;
const looksMaxMs = 6000;
const betweenLooksMs = 300;

/** Looks up the outcome of a write. If this fails, the error must not claim that nothing was written. */
async function look(
  tryton: Tryton,
  pusher: AnyPusher,
  input: PushInput,
  lost: Unavailable | undefined,
): Promise<PushAnswer> {
  const startMs = input.http.nowMs();
  let last: Error = lost ?? new Unavailable('Tryton does not show the new record yet.');
  for (let looks = 0; looks < looksMax && input.http.nowMs() - startMs < looksMaxMs; looks++) {
    if (lost || looks > 0) await pause(betweenLooksMs * (looks + 1));
    try {
      const found = await pusher.find(tryton, input, { isWritten: lost === undefined });
      if (found.kind !== 'absent') return found;
    } catch (error) {
      last = error as Error;
      if (!(error instanceof Unavailable)) break;
    }
  }
  throw new Unavailable(`The outcome is not known yet. ${last.message}`);
}

/** Returns the oldest record that matches. */
export async function firstRecord(
  tryton: Tryton,
  source: Source | undefined,
  domain: Domain,
): Promise<PushAnswer | { kind: 'absent' }> {
  if (!source) throw new Error('This data type cannot be read, because it has no Source.');
  const row = await readFirst(tryton, source, domain);
  const [record] = row ? recordOf(source, row, { isIncremental: true }) : [];
  return record ? done(record) : { kind: 'absent' };
}

type Done = Extract<PushAnswer, { kind: 'done' }>;

export const done = (record: PulledRecord): Done => ({ kind: 'done', providerStatus: 200, record });

export const deleted = ({ recordId = '' }: PushWish): Done => done({ id: recordId, isDeleted: true });
