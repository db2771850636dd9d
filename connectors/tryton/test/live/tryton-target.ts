import type { ProviderHttp } from '@daybook/connector-kit';
import type { ConformanceTarget } from '@daybook/connector-kit/conformance';
import type { FaultProxy } from '../../../../test/providers/fault-proxy.ts';
import type { TrytonBooks } from './tryton-books.ts';
import { attach, change, makeDraft } from './tryton-changes.ts';
import { trytonExamples } from './tryton-pushes.ts';
import { inDatabase, viewer } from './tryton-server.ts';

/** `methods` match every request for a data type. `makes` match only the call with which a push writes. */
const methods: Readonly<Record<string, RegExp>> = {
  invoices: /"model\.account\.invoice\./,
  customers: /"model\.party\.party\./,
  suppliers: /"model\.party\.party\./,
  payments: /"(wizard\.account\.invoice\.pay|model\.account\.move\.line)\./,
  attachments: /"model\.ir\.attachment\./,
};
const makes: Readonly<Record<string, RegExp>> = {
  invoices: /"model\.account\.invoice\.create"/,
  customers: /"model\.party\.party\.create"/,
  suppliers: /"model\.party\.party\.create"/,
  payments: /"wizard\.account\.invoice\.pay\.execute".*"choice"/,
  attachments: /"model\.ir\.attachment\.create"/,
};

/** Files of every kind of record, and of a record of another model, which is not read. */
async function addFiles(books: TrytonBooks, note: number): Promise<void> {
  const first = async (model: string, ...domain: unknown[]) => `${model},${await books.first(model, domain)}`;
  const owners = [
    await first('account.invoice', ['type', '=', 'out'], ['total_amount', '>', 0]),
    await first('account.invoice', ['type', '=', 'in']),
    ...[`account.invoice,${note}`, await first('account.move', ['state', '=', 'posted'])],
    ...[await first('party.party'), await first('product.product'), await first('account.period')],
  ];
  for (const [at, owner] of owners.entries()) await attach(books, owner, `Scan ${at} ü ${'x'.repeat(100 * at)}`);
}

/** A company on a real trytond for the conformance suite, reached through a proxy that injects faults. */
export async function trytonTarget(
  books: TrytonBooks,
  http: ProviderHttp,
  proxy: FaultProxy,
): Promise<ConformanceTarget> {
  const credentials = { ...books.place, url: proxy.url };
  const matching = (patterns: typeof methods, dataType: string) => ({
    matches: ({ body }: { body: string }) => patterns[dataType]?.test(body) ?? false,
  });
  // The books have no credit note that can still be edited.
  const note = await makeDraft(books, { quantity: -1 });
  await addFiles(books, note);
  const examples = trytonExamples(books);
  return {
    http,
    credentials,
    wrongCredentials: { ...credentials, user: 'nobody', password: 'wrong-but-secret' },
    deniedCredentials: { ...credentials, ...viewer },
    pagedType: 'invoices',
    change: (dataType) => change(books, dataType),
    async orderFault(fault, { dataType, skip = 0, times }) {
      proxy.order({ fault, ...matching(methods, dataType), skip, ...(times !== undefined && { times }) });
    },
    async clearFaults() {
      proxy.clear();
    },
    push: {
      ...examples,
      // Only a draft can be updated and deleted. The other tests push invoices that are posted.
      example: async (dataType) => ({
        ...(await examples.example(dataType)),
        ...(dataType === 'invoices' && { status: 'Draft' }),
      }),
      // The connector adds the id of the push.
      adjusted: { payments: ['reference'] },
      // Customers and suppliers are missing here, because every Tryton user may write parties.
      deniedTypes: ['invoices', 'payments'],
      async loseAnswer(dataType) {
        proxy.order({ fault: 'lost', ...matching(makes, dataType), times: 1 });
      },
      async failSignIns() {
        await inDatabase(books.place.database, 'delete from ir_session');
        proxy.order({ fault: 'failing', matches: ({ body }) => body.includes('"common.db.login"') });
      },
    },
  };
}
