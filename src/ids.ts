import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock } from './clock.ts';

/** Identifiers are UUIDs of version 7: they sort by the time they were made. */
export function newId(clock: Clock): string {
  return v7({ msecs: clock.nowMs() });
}

/** An unguessable token for links, 192 bits. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
