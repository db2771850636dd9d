import { createHash } from 'node:crypto';
import { hashText, Random } from './random.ts';

/**
 * The content of a file: lines of printable characters, computed from a seed, of any size. Each block of 64 KiB begins
 * with its number, so that a missing or repeated block changes the hash.
 */
export type FileContent = { seed: string; bytes: number };

export const blockBytes = 65_536;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .';
const lineLength = 80;

export function* contentBlocks({ seed, bytes }: FileContent): Generator<Buffer> {
  const pattern = patternOf(seed, Math.min(bytes, blockBytes));
  for (let at = 0, number = 0; at < bytes; at += blockBytes, number++) {
    const block = Buffer.from(pattern.subarray(0, Math.min(blockBytes, bytes - at)));
    block.write(String(number).padStart(8, '0'), 0, 'latin1');
    yield block;
  }
}

export function hashOfContent(content: FileContent): string {
  const hash = createHash('sha256');
  for (const block of contentBlocks(content)) hash.update(block);
  return hash.digest('hex');
}

function patternOf(seed: string, bytes: number): Buffer {
  const random = new Random(hashText(seed));
  const pattern = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at++) {
    const isEnd = at % lineLength === lineLength - 1;
    pattern[at] = isEnd ? 10 : alphabet.charCodeAt(random.below(alphabet.length));
  }
  return pattern;
}
