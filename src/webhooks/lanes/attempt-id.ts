import { randomUUID } from 'node:crypto';

/** A UUID of version 7 as `newId` makes them, for a twentieth of the time: Node keeps random UUIDs ready. */
export function newAttemptId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
