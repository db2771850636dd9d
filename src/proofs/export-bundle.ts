import { sql } from 'kysely';
import { notFound } from '../base/errors.ts';
import { leafOf, lineOf } from '../connectors/record-leaf.ts';
import { isPinned } from '../data/snapshots/pins.ts';
import type { Db } from '../db/db.ts';
import type { Reply } from '../http/route.ts';
import { bundleText, entryText } from './chain-entry.ts';
import { createTree } from './leaves.ts';
import { anchorAfterProof, proofRecordsGone } from './refusals.ts';

type Wanted = { accountId: string; companyId: string; proofId: string; chainFrom: number };

type Row = {
  sequence: number;
  data_set_id: number;
  connection_id: string;
  data_type: string;
  generation: number;
  published_at: Date;
  records: number;
  depth: number;
  root: Buffer;
  previous: Buffer;
  hash: Buffer;
  public_key: string;
  signature: Buffer;
};

const recordsAtOnce = 500;
const entriesAtOnce = 500;

/**
 * A bundle is one line with the numbers of lines that follow, the records as they are stored, without spaces, and the
 * chain up to the entry. A failure halfway aborts the response.
 */
export async function exportBundle({ db }: { db: Db }, wanted: Wanted): Promise<Reply> {
  const [proof] = await readEntries(db, wanted, sql`p.proof_id = ${wanted.proofId}::uuid`);
  if (!proof) throw notFound({ resource: 'proof', service: 'data' });
  const { sequence, generation, data_type: dataType } = proof;
  if (wanted.chainFrom > sequence) throw anchorAfterProof({ sequence });
  const first = await readRecords(db, wanted, { proof, after: '' });
  if (!first) throw proofRecordsGone({ dataType, generation });
  return {
    stream: bundleParts(db, wanted, { proof, first }),
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="${dataType}-proof-${sequence}.ndjson"`,
      'cache-control': 'no-store',
    },
  };
}

type Part = { ids: string[]; texts: string[] };

/** The records are hashed again on the way, so that nothing is sent as proven that is not what was signed. */
async function* bundleParts(db: Db, wanted: Wanted, { proof, first }: { proof: Row; first: Part }) {
  const { records, sequence, depth } = proof;
  yield `${bundleText({ records, entries: sequence - wanted.chainFrom + 1 })}\n`;
  const tree = createTree(depth);
  let sent = 0;
  for (let part: Part | undefined = first; ; ) {
    const lines = part.texts.map(lineOf);
    for (const [at, id] of part.ids.entries()) tree.add(id, Buffer.from(leafOf(lines[at] ?? ''), 'hex'));
    sent += lines.length;
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
    if (lines.length < recordsAtOnce) break;
    part = await readRecords(db, wanted, { proof, after: part.ids.at(-1) ?? '' });
    if (!part) throw new Error('The records of a bundle are no longer stored.');
  }
  if (sent !== records) throw new Error(`A bundle of ${records} records found ${sent}.`);
  if (!tree.root().equals(proof.root)) throw new Error('The stored records are not those of the signed entry.');
  for (let from = wanted.chainFrom; from <= sequence; from += entriesAtOnce) {
    const to = Math.min(sequence, from + entriesAtOnce - 1);
    const rows = await readEntries(db, wanted, sql`p.sequence between ${from}::int and ${to}::int`);
    yield rows.map((row) => `${entryText(entryOf(wanted, row))}\n`).join('');
  }
}

/** Undefined if the state is no longer stored. This is checked in the statement that reads the records. */
async function readRecords(
  db: Db,
  { accountId, companyId }: Wanted,
  { proof, after }: { proof: Row; after: string },
): Promise<Part | undefined> {
  const generation = sql<number>`${proof.generation}::int`;
  const [part] = await db.read<Part>(
    accountId,
    sql`select page.* from data_set d cross join lateral (
        select coalesce(array_agg(r.record_id order by r.record_id), '{}') as ids,
          coalesce(array_agg(r.text order by r.record_id), '{}') as texts
        from (select r.record_id, r.payload::text as text from record r where r.account_id = d.account_id
          and r.company_id = d.company_id and r.data_set_id = d.data_set_id and r.record_id > ${after}
          and r.gen_from <= ${generation} and (r.gen_to is null or r.gen_to > ${generation})
          order by r.record_id limit ${sql.lit(recordsAtOnce)}) r) page
      where d.account_id = ${accountId}::uuid and d.company_id = ${companyId}::uuid
        and d.data_set_id = ${proof.data_set_id}::bigint and d.published_generation >= ${generation}
        and (d.oldest_generation <= ${generation} or ${isPinned(generation)})`,
    { isCostly: true, atPrimary: true },
  );
  return part;
}

async function readEntries(db: Db, { accountId, companyId }: Wanted, which: ReturnType<typeof sql>): Promise<Row[]> {
  return db.read<Row>(
    accountId,
    sql`select p.* from proof p where p.account_id = ${accountId}::uuid and p.company_id = ${companyId}::uuid
      and ${which} order by p.sequence`,
  );
}

const entryOf = ({ companyId }: Wanted, row: Row) => ({
  content: {
    companyId,
    connectionId: row.connection_id,
    dataType: row.data_type,
    generation: row.generation,
    sequence: row.sequence,
    publishedAt: row.published_at.toISOString(),
    records: row.records,
    depth: row.depth,
    root: row.root.toString('hex'),
  },
  previous: row.previous.toString('hex'),
  hash: row.hash.toString('hex'),
  publicKey: row.public_key,
  signature: row.signature.toString('base64url'),
});
