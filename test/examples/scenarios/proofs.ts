import { createHash } from 'node:crypto';
import { provePublications } from '../../../src/proofs/prove-publications.ts';
import { anInvoice, publishRecords } from '../../data/seed-data-set.ts';
import { seedDataSet } from '../../data/seed-publication.ts';
import type { TestApp } from '../../harness.ts';
import { waitFor } from '../../wait-for.ts';
import type { Recorder } from '../recorder.ts';

type Named = { root: string; hash: string; publicKey: string; signature: string };

/** A company with one published data set, whose publication enters the chain. */
export async function recordProofs({ record, call }: Recorder, app: TestApp, accountId: string): Promise<void> {
  const { companyId } = (await call('createCompany', { body: { name: 'Baker Ltd' } })).body;
  const params = { companyId };
  const set = await seedDataSet(app.ctx.db, { accountId, companyId });
  await publishRecords(app.ctx.db, set, [{ id: 'inv_1', record: anInvoice() }], { at: app.ctx.clock.now() });
  await waitFor(async () => {
    await provePublications(app.ctx);
    return (await call('listProofs', { params })).body.totalResults === 1;
  });
  const keyNames = ({ keys }: { keys: { publicKey: string }[] }) => ({
    [String(keys[0]?.publicKey)]: shown('key', 'base64url'),
  });
  await record('getPublicProofKeys', { named: keyNames });
  await record('getProofKeys', { named: keyNames });
  const { body } = await record('listProofs', { params, named: ({ results }) => namesOf(results[0]) });
  const { proofId, root, hash, publicKey, signature } = body.results[0];
  await record('exportProofBundle', {
    params: { ...params, proofId },
    named: () => namesOf({ root, hash, publicKey, signature }),
  });
}

const shown = (name: string, encoding: 'hex' | 'base64url') => createHash('sha256').update(name).digest(encoding);

const namesOf = ({ root, hash, publicKey, signature }: Named) => ({
  [root]: shown('root', 'hex'),
  [hash]: shown('hash', 'hex'),
  [publicKey]: shown('key', 'base64url'),
  [signature]: createHash('sha512').update('signature').digest('base64url'),
});
