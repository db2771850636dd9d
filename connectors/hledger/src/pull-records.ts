import { createHash } from 'node:crypto';
import type { Pull, PulledRecord } from '@daybook/connector-kit';
import { CursorTooOld, Unavailable } from '@daybook/connector-kit';
import { mapAccount, mapJournalEntry } from './map-records.ts';
import { type Access, getList } from './request-hledger.ts';
import type { WireAccount, WireTransaction } from './wire.ts';

/**
 * hledger returns the whole journal at once, without paging or a time filter. So every pass reads everything, and every
 * cursor is the same.
 */
const cursor = 'all';

/**
 * Splits the records into pages in the order of their ids, so that a pass can be resumed even if records were added
 * since.
 */
function createPull(read: (access: Access) => Promise<PulledRecord[]>, pageSize: number): Pull {
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
const notOurs = () => new CursorTooOld('Unknown cursor or resume position.');

export const pullAccounts = (pageSize: number) => createPull(readAccounts, pageSize);
export const pullJournalEntries = (pageSize: number) => createPull(readJournalEntries, pageSize);

async function readAccounts(access: Access): Promise<PulledRecord[]> {
  const accounts = await getList<WireAccount>(access, '/accounts');
  return accounts
    .filter(({ aname }) => aname !== 'root')
    .map((wire) => {
      if (typeof wire.aname !== 'string' || !Array.isArray(wire.aebalance)) throw unreadable();
      const { aname, aebalance } = wire;
      return { id: aname, record: () => mapAccount(wire), source: JSON.stringify({ aname, aebalance }) };
    });
}

/**
 * `tindex` is the transaction's position in the file, which changes when another transaction is inserted before it. So
 * the id is a hash of the content, and a second transaction with the same content gets the suffix `-2`. Editing a
 * transaction changes its id.
 */
export async function readJournalEntries(access: Access): Promise<PulledRecord[]> {
  const seen = new Map<string, number>();
  return (await getList<WireTransaction>(access, '/transactions')).map((wire) => {
    const record = recordOf(wire);
    const count = (seen.get(record.id) ?? 0) + 1;
    seen.set(record.id, count);
    return count === 1 ? record : { ...record, id: `${record.id}-${count}` };
  });
}

export function recordOf(wire: WireTransaction): PulledRecord {
  const { tcode, tcomment, tdate, tdescription, tpostings, tstatus } = wire;
  if (typeof tdate !== 'string' || !Array.isArray(tpostings)) throw unreadable();
  // hledger adds a line break to comments, so they are trimmed.
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

const unreadable = () => new Unavailable('hledger sent a response that is not a journal.');
