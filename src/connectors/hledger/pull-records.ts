import { createHash } from 'node:crypto';
import type { Pull, PulledRecord } from '../connector.ts';
import { CursorTooOld, Unavailable } from '../provider-errors.ts';
import { mapAccount, mapJournalEntry } from './map-records.ts';
import { type Door, getList } from './request-hledger.ts';
import type { WireAccount, WireTransaction } from './wire.ts';

/** hledger gives the whole journal at once, without pages and without "since": every pass reads it whole. */
const cursor = 'all';

/** Pages of our own, in the order of ids, so that a pass goes on at its place whatever was added meanwhile. */
function createPull(read: (door: Door) => Promise<PulledRecord[]>, pageSize: number): Pull {
  return async function* pull({ http, credentials, resumeAt, cursor: from }) {
    const after = resumeAt === undefined ? undefined : afterOf(resumeAt);
    if (from !== undefined && from !== cursor) throw notOurs();
    const all = (await read({ http, credentials })).sort((left, right) => (left.id < right.id ? -1 : 1));
    const rest = after === undefined ? all : all.filter(({ id }) => id > after);
    for (let at = 0; ; at += pageSize) {
      const records = rest.slice(at, at + pageSize);
      const isLast = at + pageSize >= rest.length;
      yield { records, resumeAt: isLast ? null : `after:${records.at(-1)?.id}`, cursor };
      if (isLast) return;
    }
  };
}

function afterOf(resumeAt: string): string {
  if (!resumeAt.startsWith('after:')) throw notOurs();
  return resumeAt.slice('after:'.length);
}
const notOurs = () => new CursorTooOld('The place to go on from is not one of ours.');

export const pullAccounts = (pageSize: number) => createPull(readAccounts, pageSize);
export const pullJournalEntries = (pageSize: number) => createPull(readJournalEntries, pageSize);

async function readAccounts(door: Door): Promise<PulledRecord[]> {
  const accounts = await getList<WireAccount>(door, '/accounts');
  return accounts
    .filter(({ aname }) => aname !== 'root')
    .map((wire) => {
      if (typeof wire.aname !== 'string' || !Array.isArray(wire.aebalance)) throw unreadable();
      const { aname, aebalance } = wire;
      return { id: aname, record: () => mapAccount(wire), source: JSON.stringify({ aname, aebalance }) };
    });
}

/**
 * `tindex` is a place in the file: a transaction that is added before others takes theirs. A transaction is therefore
 * named by what it says; of several that say the same, the second is `…-2`. Who edits one makes another.
 */
export async function readJournalEntries(door: Door): Promise<PulledRecord[]> {
  const seen = new Map<string, number>();
  return (await getList<WireTransaction>(door, '/transactions')).map((wire) => {
    const record = recordOf(wire);
    const count = (seen.get(record.id) ?? 0) + 1;
    seen.set(record.id, count);
    return count === 1 ? record : { ...record, id: `${record.id}-${count}` };
  });
}

export function recordOf(wire: WireTransaction): PulledRecord {
  const { tcode, tcomment, tdate, tdescription, tpostings, tstatus } = wire;
  if (typeof tdate !== 'string' || !Array.isArray(tpostings)) throw unreadable();
  // Comments come back with a line's end that they were not written with.
  const source = JSON.stringify({
    ...{ tdate, tstatus, tcode, tdescription, tcomment: tcomment.trim() },
    tpostings: tpostings.map(({ paccount, pamount, pcomment }) => ({
      paccount,
      pamount: pamount.map(({ acommodity, aquantity: { decimalMantissa, decimalPlaces } }) => ({
        acommodity,
        aquantity: { decimalMantissa, decimalPlaces },
      })),
      pcomment: pcomment.trim(),
    })),
  });
  const id = createHash('sha256').update(source).digest('hex').slice(0, 32);
  return { id, record: () => mapJournalEntry(wire), source };
}

const unreadable = () => new Unavailable('hledger answered what is no journal.');
