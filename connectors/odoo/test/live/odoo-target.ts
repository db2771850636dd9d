import type { ProviderHttp } from '@daybook/connector-kit';
import type { ConformanceTarget } from '@daybook/connector-kit/conformance';
import type { FaultProxy } from '../../../../test/providers/fault-proxy.ts';
import type { OdooBooks } from './odoo-books.ts';
import { change, makeDraft } from './odoo-changes.ts';
import { odooExamples } from './odoo-pushes.ts';
import { viewer } from './odoo-server.ts';

/** The model that a data type is read from and searched in. */
const models: Readonly<Record<string, string>> = {
  ...{ invoices: 'account.move', bills: 'account.move', creditNotes: 'account.move', billCreditNotes: 'account.move' },
  ...{ journalEntries: 'account.move', customers: 'res.partner', suppliers: 'res.partner', items: 'product.product' },
  ...{ payments: 'account.payment', billPayments: 'account.payment', attachments: 'ir.attachment' },
};

const draft = { status: 'Draft' };
const isDocument = (dataType: string) => ['invoices', 'bills', 'creditNotes', 'billCreditNotes'].includes(dataType);

/** A company on a real Odoo for the conformance suite, reached through a proxy that injects faults. */
export async function odooTarget(
  books: OdooBooks,
  http: ProviderHttp,
  proxy: FaultProxy,
  { isOldApi = false }: { isOldApi?: boolean } = {},
): Promise<ConformanceTarget> {
  const credentials = { ...books.place, url: proxy.url };
  /** JSON-2 names the model in the path, JSON-RPC in the body. */
  const calls = ([model = '', method = '']: readonly string[]) => ({
    matches: ({ path, body }: { path: string; body: string }) => {
      const called = isOldApi ? body.includes(`"${model}","${method}`) : path.startsWith(`/json/2/${model}/${method}`);
      return called && !(isOldApi ? body.includes('"fields_get"') : path.endsWith('/fields_get'));
    },
  });
  const examples = odooExamples(books);
  for (const type of ['in_invoice', 'out_refund', 'in_refund'] as const) await makeDraft(books, { type });
  return {
    http,
    credentials,
    wrongCredentials: { ...credentials, apiKey: 'wrong-but-secret' },
    deniedCredentials: { ...credentials, ...viewer() },
    pagedType: 'invoices',
    tellsTotal: true,
    change: (dataType) => change(books, dataType),
    async orderFault(fault, { dataType, skip = 0, times }) {
      proxy.order({ fault, ...calls([models[dataType] ?? '']), skip, ...(times !== undefined && { times }) });
    },
    async clearFaults() {
      proxy.clear();
    },
    push: {
      ...examples,
      // Only a draft can be updated and deleted. odoo-push.live.ts pushes documents that are posted.
      example: async (dataType) => ({ ...(await examples.example(dataType)), ...(isDocument(dataType) && draft) }),
      async loseAnswer(dataType) {
        proxy.order({ fault: 'lost', ...calls([models[dataType] ?? '', 'load']), times: 1 });
      },
    },
  };
}
