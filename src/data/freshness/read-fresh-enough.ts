import { setTimeout as sleep } from 'node:timers/promises';
import { mayManage, type Principal } from '../../http/access/principal.ts';
import type { Call, Reply } from '../../http/route.ts';
import type { WaitingReaders } from '../changes/waiting-readers.ts';
import type { DataReadContext, RecordsRequest } from '../read/data-set-state.ts';
import { findProof, type Proof } from './find-proof.ts';
import { type AgePreferences, readPreferences } from './read-preferences.ts';

/** What reading data knows of syncs: others provide it, because syncs depend on data and not the reverse. */
export type Freshness = {
  /** Requests a sync, unless one is unfinished. Returns false if the data set cannot be synced now. */
  requestSync(of: SyncedSet): Promise<boolean>;
  /** Notes that a reader accepts this age. Never waits. */
  noteRead(read: SyncedSet & { maxAgeSeconds: number }): void;
};

type SyncedSet = { accountId: string; companyId: string; connectionId: string; dataType: string };

export type FreshReadContext = DataReadContext & { freshness: Freshness; waitingReaders: WaitingReaders };

const firstLookMs = 50;
const longestLookMs = 1000;
/** A sync that began before the request may be too old when it ends, so a second one may be needed. */
const requestsMax = 2;

/**
 * Answers a read that says which age it accepts: waits for a young enough state if the client wants to, then reads
 * exactly the state whose age it states. A read of a state that the client has chosen itself (`asOf`, `snapshot`, a
 * cursor) has no such preference.
 */
export async function readFreshEnough(
  ctx: FreshReadContext,
  call: Call,
  { request, read }: { request: RecordsRequest; read: (request: RecordsRequest) => Promise<Reply> },
): Promise<Reply> {
  const wanted = readPreferences(call.header('prefer'));
  const { asOf, snapshot, cursor } = request.query as Record<string, string | undefined>;
  const isChosen = [asOf, snapshot, cursor].some((value) => value !== undefined);
  if (!wanted || isChosen) return read(request);
  const provenFromMs = ctx.clock.nowMs() - wanted.maxAgeSeconds * 1000;
  const isYoung = (proof: Proof | undefined) => (proof?.provenMs ?? Number.NEGATIVE_INFINITY) >= provenFromMs;
  let proof = await findProof(ctx, request.path);
  if (proof) ctx.freshness.noteRead({ ...setOf(request.path, proof), maxAgeSeconds: wanted.maxAgeSeconds });
  if (proof && !isYoung(proof) && wanted.waitSeconds > 0)
    proof = await awaitProof(ctx, call, { request, wanted, proof, isYoung });
  if (!proof || proof.state.generation === 0) return read(request);
  const reply = await read({ ...request, state: proof.state });
  const age = proof.provenMs === null ? undefined : Math.max(0, Math.ceil((ctx.clock.nowMs() - proof.provenMs) / 1000));
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'preference-applied': wanted.applied,
      ...(age !== undefined && { 'data-age': String(age) }),
      'data-age-met': String(isYoung(proof)),
    },
  };
}

/**
 * Looks until the state is young enough, the time is over, or nothing is under way that could make it younger. Between
 * two looks, the request holds no connection of the pool.
 */
async function awaitProof(
  ctx: FreshReadContext,
  call: Call,
  {
    request: { path, principal },
    wanted,
    ...given
  }: {
    request: RecordsRequest;
    wanted: AgePreferences;
    proof: Proof;
    isYoung: (proof: Proof | undefined) => boolean;
  },
): Promise<Proof | undefined> {
  const leave = ctx.waitingReaders.enter(path.accountId);
  // The wait may take long, and the next request of the company need not wait for it.
  call.releaseSlot();
  const signal = call.signal();
  const until = performance.now() + wanted.waitSeconds * 1000;
  let proof: Proof | undefined = given.proof;
  let requests = 0;
  try {
    for (let lookMs = firstLookMs; proof && !given.isYoung(proof); lookMs = Math.min(lookMs * 1.5, longestLookMs)) {
      if (proof.isHeld || signal.aborted) break;
      if (!proof.isSyncing) {
        if (requests++ === requestsMax || !(await requestSync(ctx, principal, { path, proof }))) break;
      }
      const leftMs = until - performance.now();
      if (leftMs <= 0) break;
      await sleep(Math.min(lookMs, leftMs));
      proof = await findProof(ctx, path);
    }
  } finally {
    leave();
  }
  // The key may have been deleted meanwhile.
  await call.passAgain();
  return proof;
}

/** A caller who may only read does not spend the request budget of the platform. The first sync is not a read's matter. */
async function requestSync(
  { freshness }: Pick<FreshReadContext, 'freshness'>,
  principal: Principal,
  { path, proof }: { path: RecordsRequest['path']; proof: Proof },
): Promise<boolean> {
  if (!mayManage(principal) || proof.state.generation === 0) return false;
  return freshness.requestSync(setOf(path, proof));
}

const setOf = ({ accountId, companyId, dataType }: RecordsRequest['path'], { connectionId }: Proof): SyncedSet => ({
  accountId,
  companyId,
  connectionId,
  dataType,
});
