import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { Tx } from '../db/db.ts';
import { accountClosed, codeOf } from '../db/error-codes.ts';
import type { DueWork } from '../jobs/due-work.ts';
import { contentHash, entryHash, noEntry, signHash } from './chain-entry.ts';
import { type KeyContext, readSigningKey, type SigningKey } from './keys.ts';
import { createSpans, depthMade, rootOf, type Span } from './leaves.ts';
import {
  dropSpans,
  findChangedSpans,
  findNext,
  findToProve,
  insertProof,
  isAnyToProve,
  isWhole,
  lockChain,
  lockSet,
  noteDone,
  noteProven,
  type ProvenSet,
  readHashes,
  readLeaves,
  readRanges,
  readSet,
  retryLater,
  type SetPlace,
  type ToProve,
  writeSpans,
} from './store.ts';

export type ProofContext = KeyContext & { clock: Clock; log: Log; config: { proofs: boolean } };

const setsAtOnce = 100;
const retryMs = 600_000;

/** Adds publications to the chains of their companies, within seconds. */
export function dueProofs(ctx: ProofContext): DueWork[] {
  if (!ctx.config.proofs) return [];
  return [{ name: 'publications to prove', isDue: isAnyToProve, run: (isOver) => provePublications(ctx, isOver) }];
}

/**
 * Each publication enters the chain in one database transaction, after its own. So a sync does not wait for it, and a
 * process can be killed at any moment: the publication is found again. Returns how many entries were added.
 */
export async function provePublications(ctx: ProofContext, isOver: () => boolean = () => false): Promise<number> {
  let added = 0;
  let places = await findToProve(ctx.db.system, { now: ctx.clock.now(), limit: setsAtOnce });
  const key = places.length > 0 ? await readSigningKey(ctx) : undefined;
  for (; key && places.length > 0; places = places.length === setsAtOnce && !isOver() ? await find(ctx) : []) {
    let isAnyDone = false;
    for (const place of places) {
      const done = await proveSet(ctx, { place, key, isOver });
      added += done.added;
      isAnyDone ||= done.isEnded;
    }
    if (!isAnyDone) break;
  }
  return added;
}

const find = (ctx: ProofContext) => findToProve(ctx.db.system, { now: ctx.clock.now(), limit: setsAtOnce });

type OfSet = { place: SetPlace; key: SigningKey; isOver: () => boolean };

async function proveSet(
  ctx: ProofContext,
  { place, key, isOver }: OfSet,
): Promise<{ added: number; isEnded: boolean }> {
  let added = 0;
  try {
    while (!isOver()) {
      const next = await ctx.db.transaction(place.accountId, (tx) => proveNext(ctx, tx, { place, key }));
      if (next === 'taken') return { added, isEnded: false };
      if (next === 'none') return { added, isEnded: true };
      if (next === 'added') added++;
    }
  } catch (error) {
    if (codeOf(error) === accountClosed) return { added, isEnded: false };
    const isGone = error instanceof NoLongerWhole;
    if (!isGone)
      ctx.log.error({ err: error, ...place }, 'a publication could not be added to the chain of its company');
    const again = new Date(ctx.clock.nowMs() + (isGone ? 0 : retryMs));
    await ctx.db.transaction(place.accountId, (tx) => retryLater(tx, place, again));
  }
  return { added, isEnded: false };
}

type Outcome = 'added' | 'skipped' | 'none' | 'taken';

/** Reads `asked` before it looks for publications, so that one that comes later is looked for again. */
async function proveNext(
  ctx: ProofContext,
  tx: Tx,
  { place, key }: { place: SetPlace; key: SigningKey },
): Promise<Outcome> {
  if (!(await lockSet(tx, place))) return 'taken';
  const set = await readSet(tx, place);
  if (!set) return 'none';
  const next = await findNext(tx, place, set.generation);
  if (!next) {
    await noteDone(tx, place, set.asked);
    return 'none';
  }
  const tree = await updateTree(tx, { place, set, next });
  // The removal of old versions moves `oldest_generation` before it begins. The next attempt skips the generation.
  if (!(await isWhole(tx, place, next.generation))) throw new NoLongerWhole(next.generation);
  if (!tree) throw new Error(`The records of the generation ${next.generation} are not as many as were published.`);
  const last = await lockChain(tx, place);
  if (last) await addEntry(ctx, tx, { place, key, next, tree, last });
  await noteProven(tx, place, { generation: next.generation, depth: tree.depth });
  return last ? 'added' : 'skipped';
}

/** Thrown if versions were removed while they were read. Everything is rolled back. */
export class NoLongerWhole extends Error {
  override name = 'NoLongerWhole';
  constructor(generation: number) {
    super(`The records of the generation ${generation} are no longer all stored.`);
  }
}

type Tree = { depth: number; root: Buffer };
type ToUpdate = { place: SetPlace; set: ProvenSet; next: ToProve };

/**
 * With more changes than one in so many records, the spans are made anew: finding the span of a change and reading its
 * other records then takes longer than reading all leaves.
 */
const recordsPerChangeMin = 100;

/** Undefined if the records that are stored are not those that were published. */
async function updateTree(tx: Tx, of: ToUpdate): Promise<Tree | undefined> {
  const { place, set, next } = of;
  const isContinued = set.generation > 0 && set.depth === depthMade;
  if (isContinued && next.changes * recordsPerChangeMin <= next.records) {
    await changeSpans(tx, of);
    const changed = await readTree(tx, of);
    if (changed) return changed;
  }
  const spans = createSpans('');
  for await (const part of readLeaves(tx, place, next.generation)) spans.add(part);
  await dropSpans(tx, place);
  await writeSpans(tx, place, spans.end());
  return readTree(tx, of);
}

/** No record ever leaves a data set, so no span does. */
async function changeSpans(tx: Tx, { place, set, next: { generation } }: ToUpdate): Promise<void> {
  const ranges = await findChangedSpans(tx, place, { generation, after: set.generation });
  const changed: Span[] = [];
  for await (const { firstId, ...part } of readRanges(tx, place, { generation, ranges })) {
    const spans = createSpans(firstId);
    // The first record of the range, if it begins a span, is the one that the range is named after.
    spans.add({ ...part, begins: part.begins.filter(({ id }) => id !== firstId) });
    changed.push(...spans.end());
  }
  await writeSpans(tx, place, changed);
}

async function readTree(tx: Tx, { place, next }: ToUpdate): Promise<Tree | undefined> {
  const { hashes, records } = await readHashes(tx, place);
  return records === next.records ? { depth: depthMade, root: rootOf([hashes]) } : undefined;
}

type ToAdd = {
  place: SetPlace;
  key: SigningKey;
  next: ToProve;
  tree: Tree;
  last: { sequence: number; hash?: Buffer };
};

async function addEntry(ctx: ProofContext, tx: Tx, { place, key, next, tree, last }: ToAdd): Promise<void> {
  const sequence = last.sequence + 1;
  const previous = last.hash ?? noEntry;
  const content = {
    ...{ companyId: place.companyId, connectionId: next.connectionId, dataType: next.dataType },
    ...{ generation: next.generation, sequence, publishedAt: next.publishedAt.toISOString() },
    ...{ records: next.records, depth: tree.depth, root: tree.root.toString('hex') },
  };
  const hash = entryHash(previous, contentHash(content));
  await insertProof(tx, place, {
    ...next,
    ...tree,
    ...{ proofId: newId(ctx.clock), sequence, previous, hash },
    ...{ publicKey: key.publicKey, signature: signHash(hash, key.privateKey), signedAt: ctx.clock.now() },
  });
}
