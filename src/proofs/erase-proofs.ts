import { type Eraser, tableEraser } from '../companies/erase-rows.ts';
import { contentHash } from './chain-entry.ts';
import { type ErasedProof, eraseProofs, insertPurged, readFirstHash } from './store.ts';

/** What is needed to continue the chain with a data set. It goes with the data set, and the entries stay. */
export const treeErasers: readonly Eraser[] = [
  tableEraser({ name: 'proofSpans', table: 'proof_span', key: { data_set_id: 'bigint', first_id: 'text' } }),
  tableEraser({ name: 'proofSets', table: 'proof_set', key: { data_set_id: 'bigint' } }),
];

const contentOf = (companyId: string, row: ErasedProof) => ({
  companyId,
  connectionId: row.connection_id,
  dataType: row.data_type,
  generation: row.generation,
  sequence: row.sequence,
  publishedAt: row.published_at.toISOString(),
  records: row.records,
  depth: row.depth,
  root: row.root.toString('hex'),
});

/**
 * A purge leaves the hashes of the chain, and nothing that says what they were about. Somebody who has kept a bundle can
 * find its entries among them; nobody can compute from them what the entries said.
 */
export const proofEraser: Eraser = {
  name: 'proofs',
  async erase(tx, { companyId, limit }) {
    const chain = await readFirstHash(tx, companyId);
    if (!chain) return { rows: 0 };
    // From the end, so that the first entry, which names the chain, is the last one to go.
    const rows = await eraseProofs(tx, { companyId, limit });
    await insertPurged(
      tx,
      chain,
      rows.map((row) => ({ ...row, content_hash: contentHash(contentOf(companyId, row)) })),
    );
    return { rows: rows.length };
  },
};
