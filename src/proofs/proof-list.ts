import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import Type from 'typebox';
import { generationOfSet, totalRecords } from '../data/read/publication-list.ts';
import { column, columns, shown } from '../lists/columns.ts';
import type { List } from '../lists/list.ts';
import { time, uuid } from '../lists/wire.ts';

const hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });

const proofColumns = columns({
  proofId: column(sql`p.proof_id`, uuid),
  sequence: column(
    sql`p.sequence`,
    Type.Integer({ minimum: 1, description: "Number of the entry in the company's chain: 1, 2, 3, …" }),
  ),
  connectionId: column(sql`p.connection_id`, uuid),
  dataType: column(sql`p.data_type`, Type.String(), { field: { choices: dataTypes.map(({ name }) => name) } }),
  generation: column(sql`p.generation`, generationOfSet),
  publishedAt: column(sql`p.published_at`, time),
  records: column(sql`p.records`, totalRecords),
  depth: shown(
    sql`p.depth`,
    Type.Integer({
      minimum: 0,
      description: 'A record begins a span of the tree if the SHA-256 of its id begins with so many zero bits.',
    }),
  ),
  root: shown(sql`encode(p.root, 'hex')`, hash('Hash of all records of this state.')),
  previous: shown(sql`encode(p.previous, 'hex')`, hash('`hash` of the entry before; zeros in the first entry.')),
  hash: shown(sql`encode(p.hash, 'hex')`, hash('Hash of this entry and of the one before.')),
  publicKey: shown(
    sql`p.public_key`,
    Type.String({ description: 'The key that has signed `hash`. Compare it with `GET /proofs/keys`.' }),
  ),
  signature: shown(
    sql`rtrim(translate(encode(p.signature, 'base64'), E'+/\n', '-_'), '=')`,
    Type.String({ description: 'The ed25519 signature, in base64url.' }),
  ),
  signedAt: column(
    sql`p.signed_at`,
    Type.String({ format: 'date-time', description: 'When the entry was added to the chain and signed.' }),
  ),
});
export const Proof = Type.Object(proofColumns.shape, { title: 'Proof' });

/** Entries are only added, so the newest number is the list's version. */
export function proofList({ accountId, companyId }: { accountId: string; companyId: string }): List {
  const own = sql<boolean>`p.account_id = ${accountId}::uuid and p.company_id = ${companyId}::uuid`;
  return {
    name: `proofs of ${companyId}`,
    head: sql`(select coalesce(max(p.sequence), 0)::bigint as version, coalesce(max(p.sequence), 0)::bigint as total
      from proof p where ${own})`,
    from: sql`proof p`,
    scope: own,
    asOf: (version) => sql`p.sequence <= ${version}::int`,
    record: proofColumns.json,
    fields: proofColumns.fields,
    key: { expression: sql`p.sequence`, type: sql`int`, descending: true },
  };
}
