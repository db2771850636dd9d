import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { type Comparison, type Filter, parseFilter } from '../lists/filter/parse-filter.ts';
import type { List } from '../lists/list.ts';
import type { PagePlan } from '../lists/page/plan-page.ts';
import { companiesIn } from './store.ts';

/** With more candidates than this, reading all companies in order is as cheap. */
const candidatesMax = 10_000;
/** A page with a cursor reads on from its position: with more matches than this, the next ones are near. */
const cursorTotalMax = 1000;
/** The index covers sequences of three characters. */
const lengthMin = 3;

/**
 * Narrows the list of companies by the index of names (docs/decisions/0022) if every company that the filter selects
 * must contain a rare text. The filter still applies, so narrowing never changes the result. Whether a text is rare is
 * checked first and may change before the page is read: that only costs time.
 */
export async function narrowByName(
  { db }: { db: Db },
  list: List,
  { accountId, query, plan }: { accountId: string; query: string | undefined; plan: PagePlan },
): Promise<List> {
  if (!query?.trim()) return list;
  const filter = parseFilter(query);
  const text = neededText(filter);
  if (text === undefined) return list;
  const named = sql<boolean>`company_id in (select n from companies_named(${text}) n)`;
  const { pinned } = list;
  if (plan.cursor && pinned) {
    // The cursor knows how many companies match. With other conditions, the number of matching names is unknown.
    if (filter.type !== 'comparison' || list.narrowing || plan.cursor.total > cursorTotalMax) return list;
    // Past versions may have had other names. They cover only an hour, so they are read without narrowing.
    return { ...list, pinned: { ...pinned, parts: (snapshot) => companiesIn(snapshot, sql`v.${named}`) } };
  }
  if (!(await isRare(db, accountId, text))) return list;
  return { ...list, scope: sql`${list.scope} and c.${named}` };
}

/**
 * Texts found to be frequent, and until when that is assumed: finding out took a tenth of the time of the read itself.
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

/** The longest text that every name must contain: from comparisons joined by AND, not from alternatives. */
function neededText(filter: Filter): string | undefined {
  const texts = comparisonsOfAll(filter)
    .filter(({ path, operator }) => path.join('.') === 'name' && operator === '~')
    .map(({ value }) => value)
    .filter((value) => [...value].length >= lengthMin);
  return texts.sort((a, b) => b.length - a.length)[0];
}

function comparisonsOfAll(filter: Filter): Comparison[] {
  if (filter.type === 'comparison') return [filter];
  return filter.type === 'and' ? filter.parts.flatMap(comparisonsOfAll) : [];
}
