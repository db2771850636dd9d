import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../src/db/db.ts';

type OfProof = { accountId: string; companyId: string; sequence?: number; proofId?: string; dataType?: string };

/** Inserts an entry of a chain directly, with hashes that mean nothing. */
export async function seedProof(
  db: Db,
  { accountId, companyId, sequence = 1, proofId = randomUUID(), dataType = 'invoices' }: OfProof,
): Promise<{ proofId: string }> {
  const zeros = Buffer.alloc(32);
  await sql`insert into proof (account_id, company_id, sequence, proof_id, data_set_id, connection_id, data_type, generation,
      published_at, records, depth, root, previous, hash, public_key, signature, signed_at)
    values (${accountId}, ${companyId}, ${sequence}, ${proofId}, 1, ${randomUUID()}, ${dataType}, ${sequence}, now(), 1, 0,
      ${zeros}, ${zeros}, ${zeros}, 'key', ${Buffer.alloc(64)}, now())`.execute(db.system);
  return { proofId };
}

/** Inserts what is stored to continue the chain with a data set. */
export async function seedTree(
  db: Db,
  { accountId, companyId, dataSetId }: { accountId: string; companyId: string; dataSetId: number },
): Promise<void> {
  await sql`with s as (insert into proof_set (account_id, company_id, data_set_id) values (${accountId}, ${companyId}, ${dataSetId})
      on conflict do nothing)
    insert into proof_span (account_id, company_id, data_set_id, first_id, records, hash)
    values (${accountId}, ${companyId}, ${dataSetId}, '', 0, '')`.execute(db.system);
}

/** Inserts what stays of an entry whose company is purged. */
export async function seedPurgedProof(db: Db, accountId: string): Promise<void> {
  await sql`insert into purged_proof values (${accountId}, '\\x00', 1, '\\x00', '\\x00', 'secret-name', '\\x00')`.execute(
    db.system,
  );
}
