import { createHash } from 'node:crypto';

/**
 * Replaces what differs between two recordings of the same scenario: ids, times, secrets, cursors, durations and ports.
 * The same id becomes the same id in every example, so that a reader can follow it from one example to the next.
 */
export type Stabilizer = {
  /** `place` names where an id is seen first, such as "createCompany". The replacement is derived from it. */
  stable(value: unknown, place: string, sentMs: number): unknown;
};

/** The moment at which all examples happen. */
export const exampleTime = '2026-11-16T09:14:27.318Z';
const moment = Date.parse(exampleTime);
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Times of the recording are at most so far in the past or future. Times of the books are further away. */
const pastMs = 25 * 60 * minuteMs;
const futureMs = 400 * dayMs;

/** Fields whose value is different every time, with the value that is shown instead. */
const replaced: Record<string, string | number> = {
  durationMs: 12,
  waitedMs: 3,
  p50Ms: 9,
  p95Ms: 31,
  remaining: 87_412,
  version: '1.0.0',
  reset: '2026-11-17T00:00:00.000Z',
  cursor: 'eyJvIjoiMDE5YThiIn0',
  ETag: '"f1d2d2f924e986ac"',
  etag: '"f1d2d2f924e986ac"',
  recoveryCodes: 'k3f9-2mqx-81hb',
};

/** Ends of links are rounded up by the service, so days are counted in fives. */
function rounded(offset: number): number {
  if (offset < 3 * minuteMs) return 0;
  const step = offset > 10 * dayMs ? 5 * dayMs : minuteMs;
  return Math.round(offset / step) * step;
}

/** Figures are counted by hours: the one that has begun, and the next one. */
function hourOf(offset: number): number {
  const hourMs = 60 * minuteMs;
  const begun = Math.floor(moment / hourMs) * hourMs;
  return offset <= 0 ? begun : begun + Math.ceil(offset / hourMs) * hourMs;
}

export function openStabilizer(names: Record<string, string>): Stabilizer {
  const ids = new Map<string, string>();
  const seen = new Map<string, number>();

  function stableId(id: string, place: string): string {
    let made = ids.get(id);
    if (made === undefined) {
      const number = (seen.get(place) ?? 0) + 1;
      seen.set(place, number);
      const hex = createHash('sha256').update(`${place} ${number}`).digest('hex');
      made = `019a8be4-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
      ids.set(id, made);
    }
    return made;
  }

  function stableTime(text: string, sentMs: number): string {
    const offset = Date.parse(text) - sentMs;
    // Not a time, or one of the books.
    if (!(offset >= -pastMs && offset <= futureMs)) return text;
    const time = new Date(
      text.includes(':00:00') && offset < dayMs ? hourOf(offset) : moment + rounded(offset),
    ).toISOString();
    return text.includes('.') ? time : `${time.slice(0, 19)}Z`;
  }

  function stableText(text: string, place: string, sentMs: number): string {
    let made = text;
    for (const [actual, shown] of Object.entries(names)) made = made.replaceAll(actual, shown);
    return made
      .replaceAll(uuids, (id) => stableId(id, place))
      .replaceAll(times, (time) => stableTime(time, sentMs))
      .replaceAll(/(cursor=)[\w%.~-]+/g, '$1eyJvIjoiMDE5YThiIn0')
      .replaceAll(/\b(\d+)_[0-9a-f]{8}(?=-|$|&)/g, '$1_a67a5a10')
      .replaceAll(/(\/link\/)[\w-]+/g, '$1AaHsVb8LcM-ZTIFBd7Jgemt04wDX2n2muwTW6SW8HcF')
      .replaceAll(/(\/links\/)[\w-]{20,}/g, '$1AaHsVb8LcM-ZTIFBd7Jgemt04wDX2n2muwTW6SW8HcF')
      .replaceAll(/\bv1,[\w+/=]{40,}/g, 'v1,NzRphjqnrl/mXD49ezamjU3qhpHcv8QwCDgu88CbQoE=')
      .replaceAll(/^1[789]\d{8}$/g, String(Math.floor(moment / 1000)))
      .replaceAll(/dbk_main_[\w-]+/g, 'dbk_main_9wX2b7Tn4Qd1Vh8Lr6Zk3Jp5Yc0Mf')
      .replaceAll(/\b[A-Z2-7]{32}\b/g, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
      .replaceAll(/whsec_[\w+/=-]+/g, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD');
  }

  function walk(value: unknown, name: string, place: string, sentMs: number): unknown {
    if (Array.isArray(value)) return value.map((item) => walk(item, name, place, sentMs));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, key, place, sentMs)]));
    const fixed = replaced[name];
    if (fixed !== undefined && typeof fixed === typeof value) return fixed;
    return typeof value === 'string' ? stableText(value, place, sentMs) : value;
  }
  return { stable: (value, place, sentMs) => walk(value, '', place, sentMs) };
}
