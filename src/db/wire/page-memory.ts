/**
 * Memory for the large rows of pages, which is used again when their response has been sent. V8 counts the memory of
 * new buffers and marks the whole heap when there are too many: with pages of 100 kB, two or three times a second, for
 * about 0.4 ms of CPU time a page. `socketWithBuffer` in row-bytes.ts avoids the other half of these buffers.
 */
const sizeMin = 8 * 1024;
const sizeMax = 1024 * 1024;
/** Memory of this size in total is kept for later rows. */
const keptMax = 16 * 1024 * 1024;

const free = new Map<number, Buffer[]>();
let keptBytes = 0;

/** `row`: a row may still be read from it. `page`: it holds a response that has not been sent yet. */
const uses = new WeakMap<ArrayBufferLike, 'row' | 'page'>();

/** Returns at least `length` bytes, which may contain the bytes of an earlier page. */
export function takeMemory(length: number): Buffer {
  let size = sizeMin;
  while (size < length) size *= 2;
  let memory: Buffer | undefined;
  if (size <= sizeMax) {
    memory = free.get(size)?.pop();
    if (memory) keptBytes -= size;
  } else size = length;
  memory ??= Buffer.allocUnsafeSlow(size);
  uses.set(memory.buffer, 'row');
  return memory;
}

/** Returns true if the memory belongs to one row, and may be written over to make a page of it. Only once. */
export function beginPage(memory: ArrayBufferLike): boolean {
  if (uses.get(memory) !== 'row') return false;
  uses.set(memory, 'page');
  return true;
}

/**
 * Gives back the memory of a page, after its last byte has been passed to the operating system. Nobody may use the
 * page any more. Does nothing for any other buffer.
 */
export function giveBack({ buffer }: Buffer): void {
  if (uses.get(buffer) !== 'page') return;
  uses.delete(buffer);
  const size = buffer.byteLength;
  if (size > sizeMax || keptBytes + size > keptMax) return;
  keptBytes += size;
  const others = free.get(size) ?? [];
  free.set(size, others);
  others.push(Buffer.from(buffer));
}
