import { CompanyParams } from '../companies/wire.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { exportBundle } from './export-bundle.ts';
import { Proof, proofList } from './proof-list.ts';
import { createPublicKeys, type KeysContext, showKeys } from './show-keys.ts';
import { BundleQuery, ProofKeys, ProofParams, PublicProofKeys } from './wire.ts';

const shared = { method: 'GET' as const, tag: 'Proofs', scope: 'read' as const };
const path = '/companies/{companyId}/proofs';

/** The chain of a company's publications, and bundles that prove what was in the books. */
export function proofRoutes(ctx: ListContext & KeysContext): Route[] {
  const showPublicKeys = createPublicKeys(ctx);
  return [
    route({
      ...shared,
      path: '/proofs/keys',
      operationId: 'getProofKeys',
      summary: 'Get the keys that sign proofs',
      description:
        'Returns the public halves of the keys with which this installation signs entries of the chains, including retired ones. Store them, so that you can compare the key of a bundle with them.',
      answers: { 200: { description: 'The keys', schema: ProofKeys } },
      read: async () => ({ body: await showKeys(ctx) }),
    }),
    route({
      tag: 'Proofs',
      scope: 'read',
      method: 'GET',
      path: '/.well-known/daybook-proof-keys',
      operationId: 'getPublicProofKeys',
      summary: 'Get the keys that sign proofs, without a key of the API',
      description:
        'For auditors, who have no key of the API: the same keys as `GET /proofs/keys`, and those of all other cells of the installation.',
      access: 'open',
      isServedInMaintenance: true,
      answers: { 200: { description: 'The keys', schema: PublicProofKeys } },
      act: async () => ({ body: await showPublicKeys() }),
    }),
    route({
      ...shared,
      path,
      operationId: 'listProofs',
      summary: 'List the chain of publications of a company',
      description:
        "Returns the newest entries first. If the operator has switched proofs on, each publication of a data set enters the company's chain within seconds, with a hash of all records of the published state and the hash of the entry before, signed by the installation. No entry is ever changed. Entries are removed only by the purge of their company, which leaves the number, the hashes, the key and the signature of each.",
      params: CompanyParams,
      query: ListQuery,
      answers: {
        200: { description: 'A page of proofs', schema: Page(Proof, 'A page of proofs'), headers: ['ETag'] },
      },
      async read(call) {
        const { accountId } = call.principal;
        const list = proofList({ accountId, companyId: call.params.companyId });
        const { body } = await readPage(ctx, list, { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      ...shared,
      path: `${path}/{proofId}/bundle`,
      operationId: 'exportProofBundle',
      summary: 'Export a bundle that proves what was in the books',
      description:
        'Streams one file with all records of the published state and the chain up to its entry. `daybook verify FILE`, or a script of 100 lines without code of Daybook, checks it offline. The response is 410 if the state is no longer stored.',
      params: ProofParams,
      query: BundleQuery,
      answers: { 200: { description: 'The bundle', files: ['application/x-ndjson'] } },
      refusals: [410],
      async read(call) {
        // The response may take minutes, and the next request of the company need not wait for it.
        call.releaseSlot();
        const { companyId, proofId } = call.params;
        const { chainFrom = 1 } = call.query;
        return exportBundle(ctx, { accountId: call.principal.accountId, companyId, proofId, chainFrom });
      },
    }),
  ];
}
