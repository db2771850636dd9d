import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { neededText } from '../lists/filter/needed-text.ts';
import { parseFilter } from '../lists/filter/parse-filter.ts';
import type { List } from '../lists/list.ts';
import type { PagePlan } from '../lists/page/plan-page.ts';
import { companiesIn } from './store.ts';

/** If the name index finds more companies than this, it is not used. Reading all companies in order is then as fast. */
const candidatesMax = 10_000;
/**
 * If more companies than this match the filter, pages with a cursor do not use the name index. With so many matches,
 * reading the companies in order soon finds enough of them.
 */
const cursorTotalMax = 1000;

/**
 * Narrows the list of companies with the name index (docs/decisions/0022) if the filter selects only names that contain
 * a rare text. The filter still applies, so narrowing never changes the result. If the text becomes frequent before the
 * page is read, the read only takes longer.
 */
export async function narrowByName(
  { db }: { db: Db },
  list: List,
  { accountId, query, plan }: { accountId: string; query: string | undefined; plan: PagePlan },
): Promise<List> {
  if (!query?.trim()) return list;
  const filter = parseFilter(query);
  const text = neededText(filter, 'name');
  if (text === undefined) return list;
  const named = sql<boolean>`company_id in (select n from companies_named(${text}) n)`;
  const { pinned } = list;
  if (plan.cursor && pinned) {
    // The cursor contains the number of companies that match the whole filter. If the filter has conditions besides the
    // name, that number does not tell how many names match.
    if (filter.type !== 'comparison' || list.narrowing || plan.cursor.total > cursorTotalMax) return list;
    // Past versions are read without the name index, because they may have other names. There are only few of them,
    // because they are kept only as long as cursors work.
    return { ...list, pinned: { ...pinned, parts: (snapshot) => companiesIn(snapshot, sql`v.${named}`) } };
  }
  if (!(await isRare(db, accountId, text))) return list;
  return { ...list, scope: sql`${list.scope} and c.${named}` };
}

/**
 * Texts that were found to be frequent, and the time until which they are assumed to be frequent. They are remembered
 * because checking a text takes a tenth of the time of reading the page.
 */
const frequent = new Map<string, number>();
const [frequentMax, frequentForMs] = [10_000, 5 * 60_000];

async function isRare(db: Db, accountId: string, text: string): Promise<boolean> {
  const key = `${accountId} ${text}`;
  if ((frequent.get(key) ?? 0) > performance.now()) return false;
  const statement = sql<{ isRare: boolean }>`select is_rare_name(${text}, ${candidatesMax}) as "isRare"`;
  const [row] = await db.read(accountId, statement);
  if (row?.isRare) return true;
  if (frequent.size >= frequentMax) frequent.clear();
  frequent.set(key, performance.now() + frequentForMs);
  return false;
}
