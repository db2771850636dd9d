import { type Kysely, type RawBuilder, sql } from 'kysely';
import { leafBytes, leafOf, lineOf } from '../connectors/record-leaf.ts';
import type { Look, Tx } from '../db/db.ts';
import type { Row, Tables } from '../db/tables.ts';
import { depthMade, type Leaves, type Span } from './leaves.ts';

/** SQL on the chain and on what is stored to continue it. */
export type SetPlace = { accountId: string; companyId: string; dataSetId: number };

export const isAnyToProve = ({ now }: Pick<Look, 'now'>) =>
  sql<boolean>`exists (select from proof_set s where s.asked <> s.done and (s.retry_at is null or s.retry_at <= ${now}))`;

/** An account that is being moved to another cell is proven there. */
export async function findToProve(
  system: Kysely<Tables>,
  { now, limit }: { now: Date; limit: number },
): Promise<SetPlace[]> {
  const { rows } = await sql<SetPlace>`select s.account_id as "accountId", s.company_id as "companyId",
      s.data_set_id as "dataSetId" from proof_set s
    where s.asked <> s.done and (s.retry_at is null or s.retry_at <= ${now}::timestamptz)
      and not exists (select from account_departure d where d.account_id = s.account_id)
    limit ${limit}`.execute(system);
  return rows;
}

const inSet = (tx: Tx, { companyId, dataSetId }: SetPlace, alias: string) =>
  sql<boolean>`${sql.ref(`${alias}.account_id`)} = ${tx.accountId}::uuid and ${sql.ref(`${alias}.company_id`)} = ${companyId}::uuid
    and ${sql.ref(`${alias}.data_set_id`)} = ${dataSetId}::bigint`;

/** False if another process is at work on the data set. The lock holds up no publication. */
export async function lockSet(tx: Tx, { dataSetId }: SetPlace): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select
    pg_try_advisory_xact_lock(hashtextextended(${`proof of ${dataSetId}`}, 0)) as got`.execute(tx);
  return rows[0]?.got ?? false;
}

export type ProvenSet = { generation: number; depth: number; asked: number };

export async function readSet(tx: Tx, place: SetPlace): Promise<ProvenSet | undefined> {
  const { rows } = await sql<ProvenSet>`select s.generation, s.depth, s.asked from proof_set s
    where ${inSet(tx, place, 's')} and s.asked <> s.done`.execute(tx);
  return rows[0];
}

export type ToProve = {
  connectionId: string;
  dataType: string;
  generation: number;
  publishedAt: Date;
  records: number;
  /** How many of the records differ from the publication before. */
  changes: number;
};

/** The next publication of the data set whose state is stored. */
export async function findNext(tx: Tx, place: SetPlace, after: number): Promise<ToProve | undefined> {
  const { rows } = await sql<ToProve>`select d.connection_id as "connectionId", d.data_type as "dataType", p.generation,
      p.published_at as "publishedAt", p.total as records, p.changes
    from data_set d join publication p on p.account_id = d.account_id and p.company_id = d.company_id
      and p.data_set_id = d.data_set_id
    where ${inSet(tx, place, 'd')} and p.generation > ${after}::int and p.generation >= d.oldest_generation
      and p.generation <= d.published_generation
    order by p.generation limit 1`.execute(tx);
  return rows[0];
}

/** False if versions of the generation may have been removed meanwhile. */
export async function isWhole(tx: Tx, place: SetPlace, generation: number): Promise<boolean> {
  const { rows } = await sql`select from data_set d where ${inSet(tx, place, 'd')}
    and d.oldest_generation <= ${generation}::int`.execute(tx);
  return rows.length === 1;
}

const recordsAtOnce = 20_000;
const spansAtOnce = 300;

/**
 * The leaves of records in the order of their ids. `missing` are the positions of records that were stored without a
 * leaf. PostgreSQL aggregates in the order of the ordered subquery; sorting once more would take as long as reading.
 */
type LeavesRow = {
  n: number;
  leaves: Buffer | null;
  beginAt: number[];
  beginIds: string[];
  missingAt: number[];
  missingIds: string[];
  last: string | null;
};

const noLeaf = sql.lit(`\\x${'00'.repeat(leafBytes)}`);
const leafColumns = sql`count(*)::int as n, string_agg(coalesce(page.leaf, ${noLeaf}::bytea), ''::bytea) as leaves,
  coalesce(array_agg(page.at) filter (where page.begins), '{}') as "beginAt",
  coalesce(array_agg(page.record_id) filter (where page.begins), '{}') as "beginIds",
  coalesce(array_agg(page.at) filter (where page.leaf is null), '{}') as "missingAt",
  coalesce(array_agg(page.record_id) filter (where page.leaf is null), '{}') as "missingIds",
  max(page.record_id) as last`;
/** The first byte of a hash with at least `depthMade` zero bits is less than this. */
const firstByteBelow = sql.lit(2 ** (8 - depthMade));

const liveAt = (generation: number) =>
  sql<boolean>`r.gen_from <= ${generation}::int and (r.gen_to is null or r.gen_to > ${generation}::int)`;

/**
 * A page of at most `limit` records of the generation, for `leafColumns`. Only the primary key has this order: without
 * statistics, PostgreSQL would choose any other index.
 */
const orderedLeaves = (where: RawBuilder<boolean>, limit: RawBuilder<unknown>) => sql`(select o.*,
    row_number() over (order by o.record_id)::int - 1 as at,
    get_byte(sha256(convert_to(o.record_id, 'UTF8')), 0) < ${firstByteBelow} as begins
  from (select r.record_id, r.leaf from record r where ${where} order by r.record_id, r.gen_from ${limit}) o) page`;

/** All records of the generation, part by part. */
export async function* readLeaves(tx: Tx, place: SetPlace, generation: number): AsyncGenerator<Leaves> {
  let after = '';
  for (let read = recordsAtOnce; read === recordsAtOnce; ) {
    const where = sql<boolean>`${inSet(tx, place, 'r')} and r.record_id > ${after} and ${liveAt(generation)}`;
    const { rows } = await sql<LeavesRow>`select ${leafColumns}
      from ${orderedLeaves(where, sql`limit ${sql.lit(recordsAtOnce)}`)}`.execute(tx);
    const [page] = rows;
    read = page?.n ?? 0;
    after = page?.last ?? after;
    if (page) yield await completeLeaves(tx, place, { generation, row: page });
  }
}

/** Where a span begins, and where the next one does; null: it is the last one. */
export type SpanRange = { firstId: string; nextId: string | null };

/** The spans in which records of `generation` are that were not the same in the generation `after`. */
export async function findChangedSpans(
  tx: Tx,
  place: SetPlace,
  { generation, after }: { generation: number; after: number },
): Promise<SpanRange[]> {
  const { rows } = await sql<SpanRange>`with changed as (
      select distinct coalesce((select s.first_id from proof_span s where ${inSet(tx, place, 's')}
        and s.first_id <= r.record_id order by s.first_id desc limit 1), '') as first_id
      from record r where ${inSet(tx, place, 'r')} and r.gen_from > 0 and r.gen_from > ${after}::int and ${liveAt(generation)}
    )
    select c.first_id as "firstId", (select s.first_id from proof_span s where ${inSet(tx, place, 's')}
      and s.first_id > c.first_id order by s.first_id limit 1) as "nextId"
    from changed c`.execute(tx);
  return rows;
}

/**
 * No id has more characters (connectors/record-row.ts), and no character comes after this one. A parameter, because
 * under row-level security no index is used for a comparison with `coalesce(…)`.
 */
const afterAllIds = '\u{10ffff}'.repeat(501);

/** The records of the generation in each of the ranges. */
export async function* readRanges(
  tx: Tx,
  place: SetPlace,
  { generation, ranges }: { generation: number; ranges: readonly SpanRange[] },
): AsyncGenerator<Leaves & { firstId: string }> {
  for (let at = 0; at < ranges.length; at += spansAtOnce) {
    const some = ranges.slice(at, at + spansAtOnce);
    const where = sql<boolean>`${inSet(tx, place, 'r')} and r.record_id >= i.first_id
      and r.record_id < i.next_id and ${liveAt(generation)}`;
    const { rows } = await sql<LeavesRow & { firstId: string }>`select i.first_id as "firstId", leaves.*
      from unnest(${some.map(({ firstId }) => firstId)}::text[], ${some.map(({ nextId }) => nextId ?? afterAllIds)}::text[])
        i(first_id, next_id)
      cross join lateral (select ${leafColumns} from ${orderedLeaves(where, sql``)}) leaves`.execute(tx);
    for (const row of rows) yield { ...(await completeLeaves(tx, place, { generation, row })), firstId: row.firstId };
  }
}

/** Computes the leaves of records that were stored without one. */
async function completeLeaves(
  tx: Tx,
  place: SetPlace,
  { generation, row }: { generation: number; row: LeavesRow },
): Promise<Leaves> {
  const leaves = row.leaves ?? Buffer.alloc(0);
  const places = new Map(row.missingIds.map((id, n) => [id, row.missingAt[n] ?? 0]));
  for (let wanted = row.missingIds; wanted.length > 0; ) {
    const texts = await readTexts(tx, place, { generation, ids: wanted.slice(0, textsAtOnce) });
    if (texts.length === 0) throw new Error('A record is no longer stored.');
    for (const { id, text } of texts) leaves.write(leafOf(lineOf(text)), (places.get(id) ?? 0) * leafBytes, 'hex');
    const read = new Set(texts.map(({ id }) => id));
    wanted = wanted.filter((id) => !read.has(id));
  }
  return { leaves, begins: row.beginAt.map((at, n) => ({ at, id: row.beginIds[n] ?? '' })) };
}

const textsAtOnce = 1000;
/** A record can have 4 MiB, so fewer are returned if they are large. */
const textBytesAtOnce = 8 * 1024 * 1024;

async function readTexts(
  tx: Tx,
  place: SetPlace,
  { generation, ids }: { generation: number; ids: readonly string[] },
): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`select t.id, t.text
    from (select r.record_id as id, r.text, row_number() over w as n, sum(octet_length(r.text)) over w as bytes
      from unnest(${ids}::text[]) i(record_id)
      cross join lateral (select r.record_id, r.payload::text as text from record r where ${inSet(tx, place, 'r')}
        and r.record_id = i.record_id and ${liveAt(generation)} order by r.gen_from desc limit 1) r
      window w as (order by r.record_id)) t
    where t.n = 1 or t.bytes <= ${sql.lit(textBytesAtOnce)}`.execute(tx);
  return rows;
}

/** The hashes of all spans, in order, and the number of their records. */
export async function readHashes(tx: Tx, place: SetPlace): Promise<{ hashes: Buffer; records: number }> {
  const { rows } = await sql<{ hashes: Buffer | null; records: number | null }>`select
      string_agg(s.hash, ''::bytea order by s.first_id) as hashes, sum(s.records)::bigint as records
    from proof_span s where ${inSet(tx, place, 's')}`.execute(tx);
  return { hashes: rows[0]?.hashes ?? Buffer.alloc(0), records: rows[0]?.records ?? 0 };
}

export async function writeSpans(tx: Tx, place: SetPlace, spans: readonly Span[]): Promise<void> {
  const rowsAtOnce = 5000;
  for (let at = 0; at < spans.length; at += rowsAtOnce) {
    const some = spans.slice(at, at + rowsAtOnce);
    await sql`insert into proof_span (account_id, company_id, data_set_id, first_id, records, hash)
      select ${tx.accountId}::uuid, ${place.companyId}::uuid, ${place.dataSetId}::bigint, i.first_id, i.records, i.hash
      from unnest(${some.map(({ firstId }) => firstId)}::text[], ${some.map(({ records }) => records)}::int[],
        ${some.map(({ hash }) => hash)}::bytea[]) i(first_id, records, hash)
      on conflict (account_id, company_id, data_set_id, first_id) do update
        set records = excluded.records, hash = excluded.hash`.execute(tx);
  }
}

export async function dropSpans(tx: Tx, place: SetPlace): Promise<void> {
  await sql`delete from proof_span s where ${inSet(tx, place, 's')}`.execute(tx);
}

/** Locks the company's chain, and returns its end. Undefined if the company was deleted. */
export async function lockChain(
  tx: Tx,
  { companyId }: SetPlace,
): Promise<{ sequence: number; hash?: Buffer } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`proofs of ${companyId}`}, 0))`.execute(tx);
  // The lock keeps the deletion waiting, so that a purge finds what is written here.
  const { rows } = await sql`select from company c where c.account_id = ${tx.accountId}::uuid
    and c.company_id = ${companyId}::uuid and c.deleted_at is null for share`.execute(tx);
  if (rows.length === 0) return undefined;
  const { rows: last } = await sql<{ sequence: number; hash: Buffer }>`select p.sequence, p.hash from proof p
    where p.account_id = ${tx.accountId}::uuid and p.company_id = ${companyId}::uuid
    order by p.sequence desc limit 1`.execute(tx);
  return last[0] ?? { sequence: 0 };
}

export type ProofToInsert = ToProve & {
  proofId: string;
  sequence: number;
  depth: number;
  root: Buffer;
  previous: Buffer;
  hash: Buffer;
  publicKey: string;
  signature: Buffer;
  signedAt: Date;
};

export async function insertProof(tx: Tx, place: SetPlace, made: ProofToInsert): Promise<void> {
  await sql`insert into proof (account_id, company_id, sequence, proof_id, data_set_id, connection_id, data_type, generation,
      published_at, records, depth, root, previous, hash, public_key, signature, signed_at)
    values (${tx.accountId}, ${place.companyId}, ${made.sequence}, ${made.proofId}, ${place.dataSetId}, ${made.connectionId},
      ${made.dataType}, ${made.generation}, ${made.publishedAt}, ${made.records}, ${made.depth}, ${made.root},
      ${made.previous}, ${made.hash}, ${made.publicKey}, ${made.signature}, ${made.signedAt})`.execute(tx);
}

export async function noteProven(
  tx: Tx,
  place: SetPlace,
  { generation, depth }: { generation: number; depth: number },
): Promise<void> {
  await sql`update proof_set s set generation = ${generation}::int, depth = ${depth}::int, retry_at = null
    where ${inSet(tx, place, 's')}`.execute(tx);
}

/** A publication that came meanwhile has increased `asked`, and is found again. */
export async function noteDone(tx: Tx, place: SetPlace, asked: number): Promise<void> {
  await sql`update proof_set s set done = ${asked}::bigint, retry_at = null where ${inSet(tx, place, 's')}`.execute(tx);
}

export async function retryLater(tx: Tx, place: SetPlace, at: Date): Promise<void> {
  await sql`update proof_set s set retry_at = ${at}::timestamptz where ${inSet(tx, place, 's')}`.execute(tx);
}

export type StoredKey = { publicKey: string; sealed: string; at: Date };

export async function findKeyInUse(system: Kysely<Tables>): Promise<{ publicKey: string; sealed: string } | undefined> {
  const { rows } = await sql<{ publicKey: string; sealed: string }>`select public_key as "publicKey",
    private_key as sealed from proof_key where retired_at is null`.execute(system);
  return rows[0];
}

/** Does nothing if there is a key: another process has been faster. */
export async function insertKey(system: Kysely<Tables>, { publicKey, sealed, at }: StoredKey): Promise<void> {
  await sql`insert into proof_key (public_key, private_key, created_at) values (${publicKey}, ${sealed}, ${at})
    on conflict do nothing`.execute(system);
}

/** Retires the key in use, and returns its public half. */
export async function replaceKey(tx: Kysely<Tables>, made: StoredKey): Promise<string | undefined> {
  const { rows } = await sql<{ publicKey: string }>`update proof_key set retired_at = ${made.at}, private_key = null
    where retired_at is null returning public_key as "publicKey"`.execute(tx);
  await sql`insert into proof_key (public_key, private_key, created_at)
    values (${made.publicKey}, ${made.sealed}, ${made.at})`.execute(tx);
  return rows[0]?.publicKey;
}

export type ListedKey = { publicKey: string; createdAt: Date; retiredAt: Date | null };

export async function listKeys(system: Kysely<Tables>): Promise<ListedKey[]> {
  const { rows } = await sql<ListedKey>`select public_key as "publicKey", created_at as "createdAt",
    retired_at as "retiredAt" from proof_key order by created_at desc, public_key limit 1000`.execute(system);
  return rows;
}

/** The hash of the first entry of a company's chain, by which the chain is known after a purge. */
export async function readFirstHash(tx: Tx, companyId: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ hash: Buffer }>`select hash from proof where account_id = ${tx.accountId}::uuid
    and company_id = ${companyId}::uuid order by sequence limit 1`.execute(tx);
  return rows[0]?.hash;
}

export type ErasedProof = Row<'proof'>;

/** Deletes the last entries of a company's chain. */
export async function eraseProofs(
  tx: Tx,
  { companyId, limit }: { companyId: string; limit: number },
): Promise<ErasedProof[]> {
  const { rows } = await sql<ErasedProof>`delete from proof where account_id = ${tx.accountId}::uuid
    and company_id = ${companyId}::uuid and sequence in (select sequence from proof
      where account_id = ${tx.accountId}::uuid and company_id = ${companyId}::uuid order by sequence desc limit ${limit})
    returning *`.execute(tx);
  return rows;
}

type Purged = Pick<ErasedProof, 'sequence' | 'hash' | 'public_key' | 'signature'> & { content_hash: Buffer };

export async function insertPurged(tx: Tx, chain: Buffer, rows: readonly Purged[]): Promise<void> {
  await sql`insert into purged_proof (account_id, chain, sequence, content_hash, hash, public_key, signature)
    select ${tx.accountId}::uuid, ${chain}::bytea, i.* from unnest(${rows.map(({ sequence }) => sequence)}::int[],
      ${rows.map((row) => row.content_hash)}::bytea[], ${rows.map(({ hash }) => hash)}::bytea[],
      ${rows.map((row) => row.public_key)}::text[], ${rows.map(({ signature }) => signature)}::bytea[]) i
    on conflict do nothing`.execute(tx);
}
