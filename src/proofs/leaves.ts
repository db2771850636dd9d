import { createHash } from 'node:crypto';

/**
 * The tree over the records of one published state. Three levels, so that PostgreSQL and a short script can compute it:
 *
 * leaf   SHA-224 of a byte 1 and the record's line in a bundle: what PostgreSQL sends of a jsonb value
 * chunk  SHA-256 of a byte 1 and the leaves of the records whose ids have hashes that begin with the same `depth` bits
 * root   SHA-256 of a byte 2 and the hashes of the 2^depth chunks
 *
 * Leaves and chunks are in the order of the SHA-256 of the records' ids.
 */
export const leafBytes = 28;
/** Of the SHA-256 of a record's id, this much orders the leaves while a chunk is made. */
export const orderBytes = 12;
/** And this much is stored, to find the leaf of a changed record. */
export const keyBytes = 6;

const storedBytes = keyBytes + leafBytes;
/** A record as `store.ts` reads it: the order and the leaf. */
export const readBytes = orderBytes + leafBytes;

export const recordsPerChunkMax = 512;
const recordsPerChunkMade = 256;
const depthMax = 24;

/** The depth for a data set whose chunks are made anew: half as many records in a chunk as it may have. */
export function depthFor(records: number): number {
  let depth = 0;
  while (depth < depthMax && records > recordsPerChunkMade * 2 ** depth) depth++;
  return depth;
}

export const isTooFull = (records: number, depth: number) =>
  depth < depthMax && records > recordsPerChunkMax * 2 ** depth;

/** The number of the chunk to which a record belongs: the first bits of the hash of its id. */
export const chunkOf = (order: Buffer, depth: number) => (depth === 0 ? 0 : order.readUInt32BE(0) >>> (32 - depth));

/** The chunk's rows for all records, in any order. Chunks without records are empty. */
export function makeChunks(read: Buffer, depth: number): Buffer[] {
  const chunks = byChunk(read, depth);
  return Array.from({ length: 2 ** depth }, (_, chunk) => stored((chunks.get(chunk) ?? []).sort(Buffer.compare)));
}

function stored(rows: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafe(rows.length * storedBytes);
  for (const [at, row] of rows.entries()) {
    row.copy(bytes, at * storedBytes, 0, keyBytes);
    row.copy(bytes, at * storedBytes + keyBytes, orderBytes, readBytes);
  }
  return bytes;
}

/** The rows of changed records by their chunks. */
export function byChunk(read: Buffer, depth: number): Map<number, Buffer[]> {
  const chunks = new Map<number, Buffer[]>();
  for (let at = 0; at < read.length; at += readBytes) {
    const row = read.subarray(at, at + readBytes);
    const chunk = chunkOf(row, depth);
    const rows = chunks.get(chunk);
    if (rows) rows.push(row);
    else chunks.set(chunk, [row]);
  }
  return chunks;
}

/** Undefined if two records have the same key. Then the chunks have to be made anew. */
export function changeChunk(stored: Buffer, changed: readonly Buffer[]): Buffer | undefined {
  const leaves = new Map<string, Buffer>();
  for (let at = 0; at < stored.length; at += storedBytes)
    leaves.set(stored.toString('latin1', at, at + keyBytes), stored.subarray(at, at + storedBytes));
  if (leaves.size * storedBytes !== stored.length) return undefined;
  const seen = new Set<string>();
  for (const row of changed) {
    const key = row.toString('latin1', 0, keyBytes);
    if (seen.has(key)) return undefined;
    seen.add(key);
    leaves.set(key, Buffer.concat([row.subarray(0, keyBytes), row.subarray(orderBytes)]));
  }
  return Buffer.concat([...leaves.values()].sort(Buffer.compare));
}

export const recordsIn = (stored: Buffer) => stored.length / storedBytes;

export function hashOfChunk(stored: Buffer): Buffer {
  const hash = createHash('sha256').update(Buffer.of(1));
  for (let at = 0; at < stored.length; at += storedBytes) hash.update(stored.subarray(at + keyBytes, at + storedBytes));
  return hash.digest();
}

export function rootOf(hashes: Iterable<Buffer>): Buffer {
  const hash = createHash('sha256').update(Buffer.of(2));
  for (const chunk of hashes) hash.update(chunk);
  return hash.digest();
}

/** A record of a bundle as a row of `makeChunks`. */
export function readLine(line: Buffer, id: string): Buffer {
  const order = createHash('sha256').update(id).digest().subarray(0, orderBytes);
  return Buffer.concat([order, createHash('sha224').update(Buffer.of(1)).update(line).digest()]);
}
