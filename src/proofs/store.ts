import { type Kysely, sql } from 'kysely';
import type { Look, Tx } from '../db/db.ts';
import type { Row, Tables } from '../db/tables.ts';
import { keyBytes, leafBytes, orderBytes } from './leaves.ts';

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
};

/** The next publication of the data set whose state is stored. */
export async function findNext(tx: Tx, place: SetPlace, after: number): Promise<ToProve | undefined> {
  const { rows } = await sql<ToProve>`select d.connection_id as "connectionId", d.data_type as "dataType", p.generation,
      p.published_at as "publishedAt", p.total as records
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

const rowsAtOnce = 20_000;

/**
 * `jsonb_send` is a byte 1 and the text of the value. Making the text is most of the cost, and a cast takes 20 % longer.
 *
 * The order and the leaf of each record of `generation` that was not the same in the generation `after`.
 */
export async function readChanged(
  tx: Tx,
  place: SetPlace,
  { generation, after }: { generation: number; after: number },
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let from = { generation: after, id: '' };
  for (let read = rowsAtOnce; read === rowsAtOnce; ) {
    // An id is never empty, so the first page begins with the generation after `after`.
    const beyond =
      from.id === ''
        ? sql`r.gen_from > ${from.generation}::int`
        : sql`(r.gen_from, r.record_id) > (${from.generation}::int, ${from.id})`;
    const { rows } = await sql<{ n: number; leaves: Buffer | null; last: string | null }>`select
        count(*)::int as n, string_agg(page.leaf, ''::bytea) as leaves,
        max((to_char(page.gen_from, 'FM0000000000') || page.record_id) collate "C") as last
      from (select r.gen_from, r.record_id,
          substr(sha256(convert_to(r.record_id, 'UTF8')), 1, ${sql.lit(orderBytes)}) || sha224(jsonb_send(r.payload)) as leaf
        from record r where ${inSet(tx, place, 'r')} and r.gen_from > 0 and ${beyond}
          and r.gen_from <= ${generation}::int and (r.gen_to is null or r.gen_to > ${generation}::int)
        order by r.gen_from, r.record_id limit ${sql.lit(rowsAtOnce)}) page`.execute(tx);
    const [page] = rows;
    read = page?.n ?? 0;
    if (page?.leaves) parts.push(page.leaves);
    if (page?.last) from = { generation: Number(page.last.slice(0, 10)), id: page.last.slice(10) };
  }
  return Buffer.concat(parts);
}

export async function readChunks(tx: Tx, place: SetPlace, chunks: readonly number[]): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ chunk: number; leaves: Buffer }>`select c.chunk, c.leaves from proof_chunk c
    where ${inSet(tx, place, 'c')} and c.chunk = any (${chunks}::int[])`.execute(tx);
  return new Map(rows.map(({ chunk, leaves }) => [chunk, leaves]));
}

/** The hashes of all chunks, in order, and the number of their records. */
export async function readHashes(tx: Tx, place: SetPlace): Promise<{ hashes: Buffer; records: number }> {
  const { rows } = await sql<{ hashes: Buffer | null; records: number | null }>`select
      string_agg(c.hash, ''::bytea order by c.chunk) as hashes,
      sum(length(c.leaves) / ${sql.lit(keyBytes + leafBytes)})::bigint as records
    from proof_chunk c where ${inSet(tx, place, 'c')}`.execute(tx);
  return { hashes: rows[0]?.hashes ?? Buffer.alloc(0), records: rows[0]?.records ?? 0 };
}

export type Chunk = { chunk: number; leaves: Buffer; hash: Buffer };

export async function writeChunks(tx: Tx, place: SetPlace, chunks: readonly Chunk[]): Promise<void> {
  const chunksAtOnce = 500;
  for (let at = 0; at < chunks.length; at += chunksAtOnce) {
    const some = chunks.slice(at, at + chunksAtOnce);
    await sql`insert into proof_chunk (account_id, company_id, data_set_id, chunk, leaves, hash)
      select ${tx.accountId}::uuid, ${place.companyId}::uuid, ${place.dataSetId}::bigint, i.chunk, i.leaves, i.hash
      from unnest(${some.map(({ chunk }) => chunk)}::int[], ${some.map(({ leaves }) => leaves)}::bytea[],
        ${some.map(({ hash }) => hash)}::bytea[]) i(chunk, leaves, hash)
      on conflict (account_id, company_id, data_set_id, chunk) do update set leaves = excluded.leaves, hash = excluded.hash`.execute(
      tx,
    );
  }
}

export async function dropChunks(tx: Tx, place: SetPlace): Promise<void> {
  await sql`delete from proof_chunk c where ${inSet(tx, place, 'c')}`.execute(tx);
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
