import type { Push, PushAnswer, PushInput, PushWish } from '@daybook/connector-kit';
import {
  AuthRejected,
  compareKept,
  NotSent,
  PaymentRequired,
  PermissionDenied,
  ProviderError,
  parseExact,
  RateLimited,
  Unsupported,
} from '@daybook/connector-kit';
import { backoffMs } from '../../base/backoff.ts';
import type { ValidationItem } from '../../base/errors.ts';
import { wholeOf } from '../check-record.ts';
import { checkedCondition, compareWithPlatform, conditionOf } from '../conditions/condition.ts';
import { wishOf } from '../create-push.ts';
import { compareCustom } from '../custom/compare-custom.ts';
import type { PushableField } from '../custom/find-pushable.ts';
import type { PushRow } from '../store.ts';
import type { AnsweredStatus, PushOutcome } from './settle-push.ts';

/**
 * The next action for a push. `check` asks whether the record is still the version that the push was made from. `send`
 * sends the request. `sendAgain` repeats a request whose outcome is not known; the
 * platform carries out requests with the same idempotency key only once. `find` looks up the outcome. `poll` asks for
 * the progress of a request that the platform has accepted.
 */
export type Action = 'check' | 'send' | 'sendAgain' | 'find' | 'poll';

export type Attempt = {
  row: PushRow;
  action: Action;
  push: Push;
  /** Contains the prepared request. Every attempt sends the same bytes. */
  input: PushInput;
  /** The custom fields that a push could set when its request was prepared. */
  custom: readonly PushableField[];
  /** True if the push has timed out. The client was already informed, so the push must not be sent again. */
  isLate: boolean;
};

/** After this time, we assume that the platform has finished processing a request whose response was lost. */
export const settlesWithinMs = (push: Push) => push.settlesWithinMs ?? 10_000;

/** The connector's input for a stored push. */
export function wishOfRow(push: Push, row: PushRow, custom: readonly PushableField[]): PushWish {
  const version = conditionOf(row)?.version;
  const wish = wishOf(push, {
    pushId: row.push_id,
    dataType: row.data_type,
    operation: row.operation,
    recordId: row.operation === 'create' ? undefined : (row.record_id ?? undefined),
    recordText: row.record ?? undefined,
    custom,
  });
  return version === undefined ? wish : { ...wish, version };
}

/** Performs the action and returns its outcome. Throws only for internal errors, never for errors of the platform. */
export async function attemptPush(attempt: Attempt): Promise<PushOutcome> {
  const { row, push, input, isLate } = attempt;
  let { action } = attempt;
  try {
    if (action === 'check') return await checkVersion(attempt);
    const repeated = action === 'sendAgain' ? await lookBeforeRepeating(attempt) : undefined;
    if (repeated) return repeated;
    if (action === 'find') return compared(attempt, await lookUp(push, input, { isLate }));
    if (action === 'poll' && push.poll)
      return compared(
        attempt,
        await believe(push, input, await push.poll({ ...input, ticket: row.ticket ?? '' }), 'poll'),
      );
    const answer = await push.send(action === 'sendAgain' ? { ...input, isRepeated: true } : input);
    // The platform has responded, so it may have carried out the push, even if an error occurs from now on.
    action = 'find';
    if (answer.kind === 'refused' && answer.isStale && conditionOf(row)) return { kind: 'notDone' };
    return compared(attempt, await believe(push, input, answer, 'request'));
  } catch (error) {
    return outcomeOfError({ ...attempt, action }, error);
  }
}

/** Asks the platform for the record, just before a push with a condition is sent. */
async function checkVersion({ row, push, input, custom }: Attempt): Promise<PushOutcome> {
  const condition = conditionOf(row);
  const found = await push.read?.(input);
  if (!condition || !found) return { kind: 'notDone' };
  if (found.kind === 'absent') return { kind: 'failed', statusCode: 404, message: 'The platform has no such record.' };
  if (found.kind !== 'done') return outcomeOf(input, found, {});
  const errors = compareWithPlatform(condition, push, found.record, pushedOf(input, custom));
  if (errors.length > 0) return movedOn(errors);
  return { kind: 'checked', condition: checkedCondition(condition, push, found.record, new Date(input.http.nowMs())) };
}

/** The outcome of a push that was not sent, because its record has changed since the version that the client knows. */
export const movedOn = (errors: readonly ValidationItem[]) =>
  ({
    kind: 'failed',
    statusCode: 412,
    errors,
    hasMovedOn: true,
    message: 'The record has changed since the version that the push was made from, so nothing was sent.',
  }) as const;

/**
 * Before a request with a condition is repeated, finds out whether the first one has arrived, unless the platform itself
 * compares the version. Returns undefined if the record is unchanged, so that the request can be sent.
 */
async function lookBeforeRepeating({ row, push, input, custom }: Attempt): Promise<PushOutcome | undefined> {
  const condition = conditionOf(row);
  if (!condition || !push.read || push.checksVersion) return undefined;
  const found = await push.read(input);
  const { operation, recordId = '', record: sent, customFields } = input.wish;
  if (found.kind === 'absent')
    return operation === 'delete'
      ? { kind: 'success', record: { id: recordId, isDeleted: true }, warnings: [] }
      : { kind: 'unknown' };
  if (found.kind !== 'done') return outcomeOf(input, found, {});
  if (compareWithPlatform(condition, push, found.record, pushedOf(input, custom)).length === 0) return undefined;
  const kept = found.record.record?.();
  const isWritten =
    sent &&
    kept &&
    compareKept({ sent, kept: exactly(kept), whole: wholeOf(row.data_type) }).length === 0 &&
    compareCustom(customFields, found.record, custom).length === 0;
  return isWritten ? { kind: 'success', record: found.record, warnings: [] } : { kind: 'unknown' };
}

/** The custom fields that this push sets. */
function pushedOf({ wish }: PushInput, custom: readonly PushableField[]): PushableField[] {
  return custom.filter(({ name }) => wish.customFields?.some((one) => one.name === name));
}

const exactly = (record: object) => parseExact(JSON.stringify(record)) as object;

async function lookUp(push: Push, input: PushInput, { isLate }: { isLate: boolean }): Promise<PushOutcome> {
  if (!push.find) return { kind: 'unknown' };
  const found = await push.find(input);
  if (found.kind !== 'absent') return outcomeOf(input, found, statusOf('poll', found));
  if (push.isAbsenceUnsure) return { kind: 'unknown' };
  if (!isLate) return { kind: 'notDone' };
  const message = 'The push timed out, and the platform did not carry it out.';
  return { kind: 'failed', statusCode: 504, message };
}

/**
 * Turns a response into an outcome. If `isReadBack` is set and the platform reports success, the record is looked up to
 * verify this.
 */
async function believe(push: Push, input: PushInput, answer: PushAnswer, to: 'request' | 'poll'): Promise<PushOutcome> {
  const status = statusOf(to, answer);
  if (answer.kind !== 'done' || !push.isReadBack || !push.find) return outcomeOf(input, answer, status);
  const found = await push.find(input);
  if (found.kind !== 'absent') return outcomeOf(input, found, status);
  return {
    kind: 'wait',
    step: 'sent',
    retryAtMs: input.http.nowMs() + settlesWithinMs(push),
    message: 'The platform reported success, but the record was not found. Daybook will look for it again.',
    ...status,
  };
}

/**
 * Returns the HTTP status as `providerStatus` if it comes from the response to the push request, and as
 * `lastPollStatus` if it comes from a later poll or look-up.
 */
function statusOf(to: 'request' | 'poll', { providerStatus }: PushAnswer): AnsweredStatus {
  if (providerStatus === undefined) return {};
  return to === 'request' ? { providerStatus } : { lastPollStatus: providerStatus };
}

function outcomeOf({ http }: PushInput, answer: PushAnswer, status: AnsweredStatus): PushOutcome {
  if (answer.kind === 'done')
    return { kind: 'success', ...status, record: answer.record, warnings: answer.warnings ?? [] };
  if (answer.kind === 'accepted') {
    const retryAtMs = answer.pollAtMs ?? http.nowMs() + 1000;
    return { kind: 'wait', step: 'accepted', ticket: answer.ticket, retryAtMs, message: null, ...status };
  }
  const { providerStatus } = answer;
  const statusCode = answer.statusCode ?? (providerStatus === 404 || providerStatus === 409 ? providerStatus : 400);
  return {
    kind: 'failed',
    statusCode,
    message: answer.message,
    ...status,
    errors: answer.errors,
  };
}

/** Maximum length of a record that is compared. Comparing a record of this length blocks the main thread for 30 ms. */
const comparedCharsMax = 1024 * 1024;
const notCompared = {
  message: "The platform's record is larger than 1 MiB and was not compared with the record that was sent.",
  validatorName: 'notComparedValidator',
};

/** Adds warnings for differences between the platform's record and the record that was sent. */
function compared({ row, input, custom }: Attempt, outcome: PushOutcome): PushOutcome {
  const { record: sent, customFields } = input.wish;
  if (outcome.kind !== 'success' || !sent || !outcome.record.record) return outcome;
  try {
    const text = JSON.stringify(outcome.record.record());
    if (text.length > comparedCharsMax) return { ...outcome, warnings: [...outcome.warnings, notCompared] };
    const kept = parseExact(text) as object;
    const warnings = compareKept({ sent, kept, whole: wholeOf(row.data_type) });
    const ofCustom = compareCustom(customFields, outcome.record, custom);
    return { ...outcome, warnings: [...outcome.warnings, ...warnings, ...ofCustom] };
  } catch {
    // The push succeeded, but the platform's record cannot be mapped. The next sync will report this.
    return outcome;
  }
}

function outcomeOfError({ row, action, input: { http } }: Attempt, error: unknown): PushOutcome {
  if (!(error instanceof ProviderError)) throw error;
  const { message } = error;
  const isRefused = error instanceof AuthRejected;
  // `send` makes the first request of a push. If the platform rejects that request, it has done nothing. If it rejects
  // a later request, the first one may have succeeded.
  const isFirst = action === 'send' || action === 'check';
  const step = isFirst ? 'waiting' : action === 'poll' ? 'accepted' : 'sent';
  if (error instanceof RateLimited) return { kind: 'wait', step, retryAtMs: error.retryAtMs, message };
  if (isFirst) {
    const failed = { kind: 'failed', message } as const;
    if (isRefused) return { ...failed, statusCode: 403, providerStatus: 401, isDeauthorized: true };
    if (error instanceof PermissionDenied) return { ...failed, statusCode: 403, providerStatus: 403 };
    if (error instanceof PaymentRequired) return { ...failed, statusCode: 402, providerStatus: 402 };
    if (error instanceof Unsupported) return { ...failed, statusCode: 404, providerStatus: 404 };
  }
  return {
    kind: 'wait',
    step: error instanceof NotSent || action === 'check' ? step : action === 'poll' ? 'accepted' : 'sent',
    retryAtMs: http.nowMs() + backoffMs(row.attempts, waits),
    message,
    ...(isRefused && { isDeauthorized: true }),
  };
}

const waits = { firstMs: 500, longestMs: 60_000 };
