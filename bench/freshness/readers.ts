import { dayMs, hourMs, minuteMs, secondMs } from '../../src/base/durations.ts';

/** Who reads what of a company, and how old it may be. All of it follows from the company's number. */
export const dataTypes = [
  'invoices',
  'customers',
  'bills',
  'suppliers',
  'payments',
  'bankTransactions',
  'journalEntries',
  'accounts',
] as const;

/** Xero reports changes of these. */
const notified = [0, 1, 2, 3];

/** Parts of the companies, in percent. */
export const parts = { nightly: 55, office: 25, polling: 5, unread: 15 };
export type Kind = keyof typeof parts;

/** What all readers accept: the finest of the fixed schedules. */
export const maxAgeMs = hourMs;

/** `set` is the number of the data type. */
export type Read = { atMs: number; set: number };
export type Company = {
  companyId: string;
  kind: Kind;
  reads: Read[];
  /** Changes that the platform reports. */
  notices: { atMs: number; set: number }[];
  /** Requests of a full pass of each data set, once a day. */
  fullPages: number[];
  random: () => number;
};

export function makeCompany(number: number, { fromMs, toMs }: { fromMs: number; toMs: number }): Company {
  const random = randomOf(number + 1);
  const kind = kindOf(random() * 100);
  const zoneMs = Math.floor(random() * 11 - 8) * hourMs;
  const officeOpen = (atMs: number) => {
    const local = atMs + zoneMs;
    const day = (Math.floor(local / dayMs) + 4) % 7;
    const hour = (local % dayMs) / hourMs;
    return day >= 1 && day <= 5 && hour >= 8 && hour < 18;
  };
  const reads: Read[] = [];
  const add = (atMs: number, set: number) => {
    if (atMs < toMs) reads.push({ atMs: Math.floor(atMs), set });
  };
  if (kind === 'nightly') {
    // A job once a day, a few minutes earlier or later, which reads everything within ten minutes. One of 50 runs is
    // started by hand, at any time of the day.
    const moment = random() * dayMs;
    for (let day = fromMs; day < toMs; day += dayMs) {
      const begin = day + (random() < 0.02 ? random() * dayMs : moment + (random() - 0.5) * 10 * minuteMs);
      for (const set of dataTypes.keys()) add(Math.max(fromMs, begin) + set * 75 * secondMs, set);
    }
  } else if (kind === 'office') {
    // People look at three data types, every 20 minutes on average while the office is open.
    const seen = [0, 1, 2].map((one) => (one + Math.floor(random() * dataTypes.length)) % dataTypes.length);
    for (let at = fromMs; at < toMs; at += -Math.log(1 - random()) * 20 * minuteMs)
      if (officeOpen(at)) for (const [i, set] of seen.entries()) add(at + i * secondMs, set);
  } else if (kind === 'polling') {
    // A program reads four data types every 15 minutes, day and night.
    for (let at = fromMs + random() * 15 * minuteMs; at < toMs; at += 15 * minuteMs)
      for (let set = 0; set < 4; set++) add(at + set * secondMs, set);
  }
  const notices: Company['notices'] = [];
  for (let at = fromMs; at < toMs; at += -Math.log(1 - random()) * 2 * hourMs)
    if (officeOpen(at))
      notices.push({ atMs: Math.floor(at), set: notified[Math.floor(random() * notified.length)] ?? 0 });
  return {
    companyId: `company-${number}`,
    ...{ kind, notices, random },
    reads: reads.sort((a, b) => a.atMs - b.atMs),
    fullPages: dataTypes.map(() => 1 + Math.floor(random() ** 3 * 6)),
  };
}

function kindOf(percent: number): Kind {
  let upTo = 0;
  for (const [kind, part] of Object.entries(parts)) {
    upTo += part;
    if (percent < upTo) return kind as Kind;
  }
  return 'unread';
}

/** mulberry32: small, and the same on every machine. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
