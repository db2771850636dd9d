import { splitArray } from '@daybook/connector-kit';
import type pg from 'pg';
import { sandboxClient } from '../../../sandbox/test/sandbox-client.ts';
import { roomForPushes } from '../../../src/data/write/open-generation.ts';
import { firstState, type ListedRecord, type Look, type Seen, stateOf } from './read-beside.ts';

/** Differences, by kind; every count must be 0. */
export type Wrongs = {
  /** Versions of records that differ between the struck and the calm data set. */
  differences: number;
  /** Records whose source differs from the sandbox's, byte for byte. */
  differencesToSandbox: number;
  /** Versions that overlap or leave a gap, and records with more than one live version. */
  brokenHistories: number;
  /** Totals of the data set and of its publications that differ from a recount. */
  wrongCounts: number;
  /** Publications that are missing, duplicated or out of order, and a counter that does not match them. */
  wrongPublications: number;
  /** Syncs of the struck company that failed, or whose counts differ from those of the calm company. */
  wrongSyncs: number;
};

type Pair = { struck: string; calm: string };

export async function checkDataSets(
  client: pg.Client,
  options: Pair & { sandboxUrl: string; name: string },
): Promise<Wrongs> {
  const { struck } = options;
  const count = async (text: string, values: unknown[] = [struck]) => {
    const { rows } = await client.query<{ n: string }>(text, values);
    return Number(rows[0]?.n);
  };
  const versions = (parameter: string) => `select record_id, gen_from, gen_to, change, hash, status, date1, date2,
    amount1::text, amount1_f, amount2::text, amount2_f, ref1, (payload - 'modifiedDate')::text as payload, source
    from record where company_id = ${parameter}`;
  const syncs = (parameter: string) => `select generation, is_full, status, pages, records, added, updated, unchanged,
    deleted, restored, cursor, error_code, row_number() over (order by requested_at) as n from sync where company_id = ${parameter}`;
  // Number the publications, as the first reader of the feed would.
  await client.query('select number_publications(account_id) from account order by account_id');
  return {
    differences: await count(
      `select count(*) as n from (${versions('$1')}) s full join (${versions('$2')}) c using (record_id, gen_from)
        where s is distinct from c`,
      [struck, options.calm],
    ),
    differencesToSandbox: await compareToSandbox(client, options),
    brokenHistories: await count(
      `select count(*) as n from (select gen_to, lead(gen_from) over (partition by record_id order by gen_from) as next
        from record where company_id = $1) v where gen_to is distinct from next`,
    ),
    wrongCounts:
      (await count(
        `select count(*) as n from data_set d, lateral (select count(*) as total, count(*) filter (where change = 'd') as deleted
          from record r where r.company_id = d.company_id and r.gen_to is null) r
        where d.company_id = $1 and (d.total, d.deleted) <> (r.total, r.deleted)`,
      )) +
      (await count(
        `select count(*) as n from publication p, lateral (
          select count(*) filter (where gen_to is null or gen_to > p.generation) as total,
            count(*) filter (where gen_from = p.generation) as changes
          from record r where r.company_id = p.company_id and r.gen_from <= p.generation) r
        where p.company_id = $1 and (p.total, p.changes) <> (r.total, r.changes)`,
      )),
    wrongPublications: await count(
      `with own as (select generation, row_number() over (order by position) as n from publication where company_id = $1),
        feed as (select account_id, count(*) as n, min(position) as first, max(position) as last from publication group by 1)
      select (select count(*) from own where generation <> 1 + (n - 1) * ${roomForPushes})
        + (select count(*) from data_set d where company_id = $1
            and (published_generation <> (select 1 + (count(*) - 1) * ${roomForPushes} from own) or oldest_generation <> 1))
        + (select count(*) from feed where first <> 1 or last <> n)
        + (select count(*) from feed join change_position using (account_id) where position <> last) as n`,
    ),
    wrongSyncs:
      (await count(
        `select count(*) as n from (${syncs('$1')}) s full join (${syncs('$2')}) c using (n) where s is distinct from c`,
        [struck, options.calm],
      )) + (await count("select count(*) as n from sync where company_id = $1 and status <> 'Complete'")),
  };
}

/** Number of invoices whose stored source differs from what the sandbox has. */
export async function compareToSandbox(
  client: pg.Client,
  { struck, sandboxUrl, name }: { struck: string; sandboxUrl: string; name: string },
): Promise<number> {
  const { rows } = await client.query<{ record_id: string; source: string }>(
    "select record_id, source from record where company_id = $1 and gen_to is null and change <> 'd'",
    [struck],
  );
  const stored = new Map(rows.map((row) => [row.record_id, row.source]));
  let different = 0;
  for (const body of await sandboxClient(sandboxUrl, name).bodies('invoices')) {
    for (const source of splitArray(body, 'records').elements) {
      const { id } = JSON.parse(source) as { id: string };
      if (stored.get(id) !== source) different++;
      stored.delete(id);
    }
  }
  return different + stored.size;
}

/** What a reader can see of each generation of the calm data set, which was never disturbed. */
export async function readStates(client: pg.Client, companyId: string): Promise<Record<Look, string>[]> {
  const { rows: generations } = await client.query<{ generation: number }>(
    'select generation from publication where company_id = $1 order by generation',
    [companyId],
  );
  const states: Record<Look, string>[] = [];
  for (const { generation } of generations) {
    const { rows } = await client.query<ListedRecord & { status: string }>(
      `select record_id as id, payload->>'sourceModifiedDate' as "sourceModifiedDate", payload->'metadata' as metadata, status
      from record where company_id = $1 and gen_from <= $2 and (gen_to is null or gen_to > $2) order by record_id`,
      [companyId, generation],
    );
    states.push({
      walk: stateOf(rows),
      first: firstState({ results: rows.slice(0, 100), totalResults: rows.length }),
      paid: String(rows.filter((row) => row.status === 'paid').length),
      deleted: String(rows.filter((row) => row.metadata.isDeleted).length),
    });
  }
  return states;
}

/** Counts what a reader saw that matches no complete state, or is older than what it had seen before. */
export function judgeReading(seen: Seen, states: readonly Record<Look, string>[]) {
  const found = { incompleteGenerationsSeen: 0, wentBack: 0, statesSeen: 0 };
  for (const look of Object.keys(seen.states) as Look[]) {
    let at = -1;
    for (const state of seen.states[look]) {
      // Two states can look alike, for example by their totals: search forward from the reader's position.
      const next = state === undefined ? -1 : states.findIndex((known, index) => index >= at && known[look] === state);
      if (state !== undefined && !states.some((known) => known[look] === state)) found.incompleteGenerationsSeen++;
      else if (next < at || (state === undefined && at > -1)) found.wentBack++;
      else at = next;
      if (look === 'walk' && state !== undefined) found.statesSeen++;
    }
  }
  return found;
}
