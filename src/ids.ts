import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock } from './clock.ts';

/** Identifiers are UUIDs of version 7: they sort by the time they were made, in one process also within a millisecond. */
export function newId(clock: Clock): string {
  const msecs = clock.nowMs();
  const isSame = last.msecs === msecs && last.seq < 0xffff_ffff;
  // A new millisecond begins in the lower half, so that there is room to count.
  last = { msecs, seq: isSame ? last.seq + 1 : randomBytes(4).readUInt32BE() >>> 1 };
  return v7(last);
}
let last = { msecs: 0, seq: 0 };

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
