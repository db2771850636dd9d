import { randomUUID } from 'node:crypto';

/** Creates a version 7 UUID like `newId`, but in a twentieth of the time, because Node caches random UUIDs. */
export function newAttemptId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
