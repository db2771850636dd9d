import { createHash } from 'node:crypto';
import { leafBytes } from '../connectors/record-leaf.ts';

/**
 * The tree over the records of one published state. Three levels, so that PostgreSQL and a short script can compute it:
 *
 * leaf  SHA-224 of a byte 1 and the record's line in a bundle (connectors/record-leaf.ts)
 * span  SHA-256 of a byte 1 and the leaves of records that follow each other in the order of their ids. A record begins
 *       a span if the SHA-256 of its id begins with `depth` zero bits
 * root  SHA-256 of a byte 2 and the hashes of the spans
 *
 * So a change of one record changes one leaf, one span and the root, and nothing has to be balanced.
 */
export const depthMade = 6;
export const depthMax = 24;

export const beginsSpan = (id: string, depth: number) =>
  createHash('sha256').update(id).digest().readUInt32BE(0) < 2 ** (32 - depth);

/** A part of the records of a state, in the order of their ids. */
export type Leaves = {
  /** The leaf of each record. */
  leaves: Buffer;
  /** Which of the records begin a span: their positions, counted from 0, and their ids. */
  begins: readonly { at: number; id: string }[];
};

/** `firstId` is '' in the records before the first one that begins a span. */
export type Span = { firstId: string; records: number; hash: Buffer };

/** Makes spans of records that come part by part. */
export function createSpans(firstId: string): { add(part: Leaves): void; end(): Span[] } {
  const made: Span[] = [];
  let current = { firstId, records: 0, hash: newSpan() };
  const close = () => {
    if (current.records > 0) made.push({ ...current, hash: current.hash.digest() });
  };
  return {
    add({ leaves, begins }) {
      let from = 0;
      for (const { at, id } of begins) {
        take(leaves, from, at);
        close();
        current = { firstId: id, records: 0, hash: newSpan() };
        from = at;
      }
      take(leaves, from, leaves.length / leafBytes);
    },
    end() {
      close();
      return made;
    },
  };

  function take(leaves: Buffer, from: number, to: number): void {
    if (to > from) current.hash.update(leaves.subarray(from * leafBytes, to * leafBytes));
    current.records += to - from;
  }
}

const newSpan = () => createHash('sha256').update(Buffer.of(1));

export function rootOf(hashes: Iterable<Buffer>): Buffer {
  const hash = createHash('sha256').update(Buffer.of(2));
  for (const span of hashes) hash.update(span);
  return hash.digest();
}

/** The tree of a bundle, whose records come one by one, with their leaves. */
export function createTree(depth: number): { add(id: string, leaf: Buffer): void; root(): Buffer } {
  const spans = createSpans('');
  return {
    add: (id, leaf) => spans.add({ leaves: leaf, begins: beginsSpan(id, depth) ? [{ at: 0, id }] : [] }),
    root: () => rootOf(spans.end().map(({ hash }) => hash)),
  };
}
