import type pg from 'pg';
import type { Wanted } from './copy-table.ts';
import { rowsOf } from './side.ts';

/**
 * Up to which generation each data set has been copied. Rows of published generations change only by being closed
 * (`gen_to`), so what came later is found by its generation, without reading the rest.
 */
export type CopiedSets = { companies: string[]; sets: string[]; generations: number[] };

export async function readSets(client: pg.Client, accountId: string): Promise<CopiedSets> {
  const rows = await rowsOf<{ company_id: string; data_set_id: string; published_generation: number }>(
    client,
    `select company_id::text, data_set_id::text, published_generation from data_set where account_id = $1`,
    [accountId],
  );
  return {
    companies: rows.map((row) => row.company_id),
    sets: rows.map((row) => row.data_set_id),
    generations: rows.map((row) => row.published_generation),
  };
}

/**
 * All rows of published generations, as they were when the last of these was published. Rows of a generation that is
 * still being written may vanish again, so they are copied at the switch.
 */
export function publishedRecords(accountId: string, now: CopiedSets): Wanted {
  return {
    from: `unnest($2::uuid[], $3::bigint[], $4::int[]) s (company_id, data_set_id, published)
      join record t on t.account_id = $1 and t.company_id = s.company_id and t.data_set_id = s.data_set_id
        and t.gen_from <= s.published`,
    values: [accountId, now.companies, now.sets, now.generations],
    again: false,
    change: openUnpublished(now),
  };
}

/** A row that an unpublished generation has closed is still open in the published ones. */
function openUnpublished({ companies, sets, generations }: CopiedSets): NonNullable<Wanted['change']> {
  const known = new Map(sets.map((set, at) => [`${companies[at]} ${set}`, generations[at] ?? 0]));
  return (row, columns) => {
    const placeOf = (name: string) => columns.findIndex((column) => column.name === name);
    const place = placeOf('gen_to');
    const published = known.get(`${row[placeOf('company_id')]} ${row[placeOf('data_set_id')]}`) ?? 0;
    if (row[place] && Number(row[place]) > published) row[place] = null;
  };
}

/**
 * Rows that generations after those of `last` have made or closed. Data sets that are not in `last` are read as a whole.
 * With `now`, only published generations count.
 */
export function laterRecords(accountId: string, last: CopiedSets, now?: CopiedSets): Wanted {
  const own = 'r.account_id = $1 and r.company_id = d.company_id and r.data_set_id = d.data_set_id';
  const published = now ? 'and r.gen_from <= d.published_generation' : '';
  return {
    from: `(select d.company_id, d.data_set_id, d.published_generation, coalesce(s.published, 0) as copied from data_set d
        left join unnest($2::uuid[], $3::bigint[], $4::int[]) s (company_id, data_set_id, published)
          on s.company_id = d.company_id and s.data_set_id = d.data_set_id where d.account_id = $1) d
      cross join lateral (
        select r.* from record r where ${own} and r.gen_from > d.copied ${published}
        union all select r.* from record r where ${own} and r.gen_to > d.copied and r.gen_from <= d.copied) t`,
    values: [accountId, last.companies, last.sets, last.generations],
    again: true,
    ...(now && { change: openUnpublished(now) }),
  };
}
