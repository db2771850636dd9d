import type { ProviderAnswer, Push, PushAnswer } from '@daybook/connector-kit';
import { closed, fileContent, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { gone, keyLastsMs, refusing, settlesWithinMs } from '../../push-records.ts';
import { fail, headersFor, readXero } from '../../request-xero.ts';
import type { XeroShared } from '../../xero-type.ts';
import { type Access, findAccountId } from '../accounts.ts';
import { filesIn, ownedPath, recordOf } from './owned-files.ts';

/** The endpoint of each data type to whose records files can be added. */
const endpointOf: Readonly<Record<string, string>> = {
  ...{ invoices: 'Invoices', bills: 'Invoices', creditNotes: 'CreditNotes', billCreditNotes: 'CreditNotes' },
  ...{ bankTransactions: 'BankTransactions', journalEntries: 'ManualJournals' },
  ...{ customers: 'Contacts', suppliers: 'Contacts', purchaseOrders: 'PurchaseOrders' },
  ...{ transfers: 'BankTransfers', accounts: 'Accounts' },
};

const schema = closed({
  name: Type.String({
    pattern: '^[^\\p{C}<>:"/\\\\|?*+]+$',
    minLength: 1,
    maxLength: 200,
    description: 'Name of the file. A file of the record with the same name is replaced.',
  }),
  contentType: Type.Optional(Type.String({ pattern: '^[\\w.+-]+/[\\w.+-]+$', maxLength: 100 })),
  recordRef: closed({ dataType: Type.Enum(Object.keys(endpointOf)), id: text(100) }),
  content: fileContent,
});
type PushedFile = Static<typeof schema>;

const missing: typeof gone = {
  ...gone,
  errors: [{ itemId: 'recordRef.id', message: gone.message }],
};

/** The body of the prepared request is base64. */
export function createFilePush({ baseUrl }: XeroShared): Push {
  const ownedBy = ({ recordRef: { dataType, id } }: PushedFile) => ({
    ...{ endpoint: endpointOf[dataType] ?? '', dataType, ownerId: id },
  });
  /** Accounts are identified by their code, but the URL of a file has Xero's own id. */
  async function inXero(access: Access, owned: ReturnType<typeof ownedBy>) {
    if (owned.endpoint !== 'Accounts') return owned;
    const ownerId = await findAccountId(access, `${baseUrl}/api.xro/2.0/Accounts`, owned.ownerId);
    return ownerId && { ...owned, ownerId, ...(ownerId !== owned.ownerId && { recordId: owned.ownerId }) };
  }
  return {
    operations: { create: schema },
    choices: {},
    certainty: 'key',
    settlesWithinMs,
    keyLastsMs,
    prepare({ record, reference }, credentials) {
      const { name, contentType = 'application/octet-stream', content } = record as PushedFile;
      return {
        method: 'PUT',
        url: `${baseUrl}/api.xro/2.0/${ownedPath(ownedBy(record as PushedFile))}/${encodeURIComponent(name)}`,
        headers: { ...headersFor(credentials), 'content-type': contentType, 'idempotency-key': reference },
        body: content,
      };
    },
    async send({ http, credentials, prepared, wish }) {
      const owned = await inXero({ http, credentials }, ownedBy(wish.record as PushedFile));
      if (!owned) return missing;
      const url = `${baseUrl}/api.xro/2.0/${ownedPath(owned)}/${prepared.url.split('/').at(-1)}`;
      const answer = await http.request({ ...prepared, url, isBase64: true });
      if (refusing.includes(answer.status)) return refused(answer);
      if (answer.status !== 200 && answer.status !== 201) return fail(answer, http);
      const [file] = filesIn(answer.body);
      return readXero<PushAnswer>(answer.body, () => {
        if (!file) throw new SyntaxError('The response has no file.');
        return { kind: 'done', providerStatus: answer.status, record: recordOf({ ...owned, file }) };
      });
    },
  };
}

function refused({ status: providerStatus, body }: ProviderAnswer): PushAnswer {
  if (providerStatus === 404) return { ...missing, providerStatus };
  const said = /"(?:Message|Detail)"\s*:\s*"([^"]+)"/g;
  const messages = [...body.matchAll(said)].map(([, message]) => message ?? '');
  return {
    ...{ kind: 'refused', providerStatus },
    ...{ message: `Xero rejected the file: ${messages.at(-1) ?? `status ${providerStatus}`}`, errors: [] },
  };
}
