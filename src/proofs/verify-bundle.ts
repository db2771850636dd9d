import { leafOfBytes } from '../connectors/record-leaf.ts';
import { bundleText, contentHash, type Entry, entryHash, entryText, isSigned, noEntry } from './chain-entry.ts';
import { createTree, depthMax } from './leaves.ts';

/** What a bundle proves. `publicKey` says who says so: compare it with the keys that the installation publishes. */
export type Proven = {
  dataType: string;
  companyId: string;
  publishedAt: string;
  records: number;
  deleted: number;
  sequence: number;
  chainFrom: number;
  publicKey: string;
};

/** The bundle is not what the installation has signed, or was changed. */
export class BundleRefused extends Error {
  override name = 'BundleRefused';
}

function hold(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new BundleRefused(otherwise);
}

/**
 * Checks a bundle without anything else. Every bit counts: lines are compared with the text that is made again from what
 * they say, and records are hashed as they are.
 */
export function verifyBundle(bundle: Buffer): Proven {
  const lines = linesOf(bundle);
  const counts = parse<{ records: number; entries: number }>(lines[0], 'first line');
  hold(same(lines[0], bundleText(counts)), 'The first line is not that of a bundle.');
  const { records: recordCount, entries: entryCount } = counts;
  hold(entryCount >= 1 && lines.length === 1 + recordCount + entryCount, 'The number of lines is wrong.');
  const entries = lines.slice(1 + recordCount).map((line, at) => readEntry(line, at + 1));
  const proven = entries.at(-1);
  hold(proven !== undefined && proven.content.records === recordCount, 'The number of records is wrong.');
  const deleted = checkRecords(lines.slice(1, 1 + recordCount), proven);
  checkChain(entries);
  const { dataType, companyId, publishedAt, sequence } = proven.content;
  const chainFrom = entries[0]?.content.sequence ?? sequence;
  const { publicKey } = proven;
  return { dataType, companyId, publishedAt, records: recordCount, deleted, sequence, chainFrom, publicKey };
}

function linesOf(bundle: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bundle.length; ) {
    const end = bundle.indexOf(10, at);
    hold(end >= 0, 'The last line has no end.');
    lines.push(bundle.subarray(at, end));
    at = end + 1;
  }
  return lines;
}

function parse<T>(line: Buffer | undefined, name: string): T {
  try {
    const value: unknown = JSON.parse(line?.toString() ?? '');
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {}
  throw new BundleRefused(`The ${name} is not a JSON object.`);
}

const same = (line: Buffer | undefined, text: string) => line?.equals(Buffer.from(text)) ?? false;

function readEntry(line: Buffer, at: number): Entry {
  const entry = parse<Entry>(line, `entry ${at}`);
  hold(typeof entry.content === 'object' && entry.content !== null, `Entry ${at} says nothing.`);
  hold(same(line, entryText(entry)), `Entry ${at} is not written as an entry.`);
  return entry;
}

function checkRecords(lines: readonly Buffer[], { content }: Entry): number {
  const { depth } = content;
  hold(Number.isInteger(depth) && depth >= 0 && depth <= depthMax, 'The depth is wrong.');
  let deleted = 0;
  let before = Buffer.alloc(0);
  const tree = createTree(depth);
  for (const [at, line] of lines.entries()) {
    const record = parse<{ id?: unknown; metadata?: { isDeleted?: unknown } }>(line, `record ${at + 1}`);
    hold(typeof record.id === 'string', `Record ${at + 1} has no id.`);
    const id = Buffer.from(record.id);
    hold(Buffer.compare(before, id) < 0, 'The records are not in the order of their ids.');
    before = id;
    if (record.metadata?.isDeleted === true) deleted++;
    tree.add(record.id, leafOfBytes(line));
  }
  hold(tree.root().toString('hex') === content.root, 'The records are not those that were in the books.');
  return deleted;
}

function checkChain(entries: readonly Entry[]): void {
  let before: Entry | undefined;
  for (const entry of entries) {
    const { content, previous, hash, publicKey } = entry;
    const name = `Entry ${content.sequence}`;
    hold(Number.isInteger(content.sequence) && content.sequence >= 1, 'An entry has no number.');
    if (before) {
      hold(content.sequence === before.content.sequence + 1, `${name} does not follow the entry before it.`);
      hold(content.companyId === before.content.companyId, `${name} belongs to another company.`);
      hold(previous === before.hash, `${name} does not continue the chain.`);
    } else if (content.sequence === 1) hold(previous === noEntry.toString('hex'), `${name} does not begin the chain.`);
    const made = entryHash(fromText(previous, 'hex', 32), contentHash(content));
    hold(hash === made.toString('hex'), `${name} does not have its hash.`);
    fromText(publicKey, 'base64url', 32);
    const signature = fromText(entry.signature, 'base64url', 64);
    hold(isSigned(made, { publicKey, signature }), `${name} is not signed by its key.`);
    before = entry;
  }
}

/** A text that stands for exactly these bytes, and in the one way in which they are written. */
function fromText(text: unknown, encoding: 'hex' | 'base64url', length: number): Buffer {
  const bytes = Buffer.from(String(text), encoding);
  hold(bytes.length === length && bytes.toString(encoding) === text, 'A hash, key or signature is not readable.');
  return bytes;
}
