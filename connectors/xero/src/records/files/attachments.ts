import {
  CursorTooOld,
  defineType,
  type ProviderAnswer,
  type ProviderHttp,
  type Pull,
  type PulledRecord,
  type ReadContent,
  splitArray,
  Unsupported,
} from '@daybook/connector-kit';
import { fail, getFromXero, headersFor, readXero } from '../../request-xero.ts';
import type { XeroShared } from '../../xero-type.ts';
import { filesIn, type OwnedFile, ownedPath, recordOf } from './owned-files.ts';
import { createFilePush } from './push-files.ts';

type XeroOwner = {
  HasAttachments?: boolean;
  Type?: string;
  Status?: string;
  IsCustomer?: boolean;
  IsSupplier?: boolean;
  Code?: string;
};
/**
 * An endpoint whose records can have files. A list without pages is always whole. Without `includeArchived`, the files
 * of an archived contact would look deleted in a full pass.
 */
type Owner = {
  endpoint: string;
  id: string;
  isPaged: boolean;
  parameters?: Readonly<Record<string, string>>;
  dataTypeOf: (owner: XeroOwner) => string;
};

/** Other records of Xero with files (quotes, receipts, repeating invoices) are in no data set. */
const owners: readonly Owner[] = [
  {
    ...{ endpoint: 'Invoices', id: 'InvoiceID', isPaged: true },
    dataTypeOf: ({ Type }) => (Type === 'ACCPAY' ? 'bills' : 'invoices'),
  },
  {
    ...{ endpoint: 'CreditNotes', id: 'CreditNoteID', isPaged: true },
    dataTypeOf: ({ Type }) => (Type === 'ACCPAYCREDIT' ? 'billCreditNotes' : 'creditNotes'),
  },
  {
    ...{ endpoint: 'BankTransactions', id: 'BankTransactionID', isPaged: true },
    dataTypeOf: () => 'bankTransactions',
  },
  { endpoint: 'ManualJournals', id: 'ManualJournalID', isPaged: true, dataTypeOf: () => 'journalEntries' },
  {
    ...{ endpoint: 'Contacts', id: 'ContactID', isPaged: true, parameters: { includeArchived: 'true' } },
    dataTypeOf: ({ IsCustomer, IsSupplier }) => (IsSupplier && !IsCustomer ? 'suppliers' : 'customers'),
  },
  { endpoint: 'PurchaseOrders', id: 'PurchaseOrderID', isPaged: true, dataTypeOf: () => 'purchaseOrders' },
  { endpoint: 'BankTransfers', id: 'BankTransferID', isPaged: false, dataTypeOf: () => 'transfers' },
  { endpoint: 'Accounts', id: 'AccountID', isPaged: false, dataTypeOf: () => 'accounts' },
];

/**
 * Xero has no list of all files, so a pass goes through the records that can have some, and asks for the files of each
 * that has. An incremental pass asks only for those of changed records. `resumeAt` has the form `FROM|NEXT|AT|PAGE`: the
 * cursor of the pass, the next cursor, the endpoint and its page.
 */
function createPull({ baseUrl, pageSize, overlapMs }: XeroShared): Pull {
  const urlOf = (path: string) => `${baseUrl}/api.xro/2.0/${path}`;
  return async function* pull({ http, credentials, cursor, resumeAt }) {
    const access = { http, headers: headersFor(credentials) };
    const place = readPlace(cursor, resumeAt);
    for (const [at, owner] of owners.entries()) {
      for (let page = at === place.at ? place.page : 1, isDone = at < place.at; !isDone; page++) {
        const query = new URLSearchParams({
          ...owner.parameters,
          ...(owner.isPaged && { order: `${owner.id} ASC`, page: `${page}`, pageSize: `${pageSize}` }),
        });
        const answer = await getFromXero(http, urlOf(`${owner.endpoint}?${query}`), {
          ...access.headers,
          ...(place.from && { 'if-modified-since': place.from }),
        });
        place.next ??= new Date(timeOf(answer, http) - overlapMs).toISOString();
        const { elements, isLast } = readList(answer.body, owner, { page, pageSize });
        const records: PulledRecord[] = [];
        for (const element of elements.filter(({ HasAttachments, Status }) => HasAttachments && Status !== 'DELETED')) {
          const owned = {
            ...{ endpoint: owner.endpoint, dataType: owner.dataTypeOf(element) },
            ownerId: String((element as Record<string, unknown>)[owner.id]),
            ...(owner.endpoint === 'Accounts' && element.Code && { recordId: element.Code }),
          };
          const { body } = await getFromXero(http, urlOf(ownedPath(owned)), access.headers);
          records.push(...filesIn(body).map((file) => recordOf({ ...owned, file })));
        }
        isDone = isLast;
        const isEnd = isLast && at === owners.length - 1;
        const next = isLast ? `${at + 1}|1` : `${at}|${page + 1}`;
        yield { records, resumeAt: isEnd ? null : `${place.from}|${place.next}|${next}`, cursor: place.next };
      }
    }
  };
}

function readList(body: string, { endpoint, isPaged }: Owner, { page, pageSize }: { page: number; pageSize: number }) {
  return readXero(body, () => {
    const { elements, rest } = splitArray(body, endpoint);
    const { pagination } = JSON.parse(rest) as { pagination?: { pageCount?: number } };
    const isLast = !isPaged || (pagination ? page >= (pagination.pageCount ?? 0) : elements.length < pageSize);
    return { elements: elements.map((element) => JSON.parse(element) as XeroOwner), isLast };
  });
}

type Place = { from: string; next: string | undefined; at: number; page: number };
const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z';

function readPlace(cursor: string | undefined, resumeAt: string | undefined): Place {
  if (resumeAt !== undefined) {
    const [, from, next, at, page] = new RegExp(`^(|${time})\\|(${time})\\|(\\d)\\|(\\d+)$`).exec(resumeAt) ?? [];
    if (from !== undefined && next !== undefined && Number(at) < owners.length)
      return { from, next, at: Number(at), page: Number(page) };
  } else if (cursor === undefined || new RegExp(`^${time}$`).test(cursor))
    return { from: cursor ?? '', next: undefined, at: 0, page: 1 };
  throw new CursorTooOld('Unknown cursor or resume position.');
}

function timeOf({ headers }: ProviderAnswer, http: ProviderHttp): number {
  const told = Date.parse(headers.date ?? '');
  return Number.isNaN(told) ? http.nowMs() : told;
}

const readContent =
  ({ baseUrl }: XeroShared): ReadContent =>
  async ({ http, credentials, id, source }) => {
    // The address of a file contains the record that it belongs to.
    if (source === undefined) throw new Unsupported('Xero does not say to which record this file belongs.');
    const owned = JSON.parse(source) as OwnedFile;
    const url = `${baseUrl}/api.xro/2.0/${ownedPath(owned)}/${encodeURIComponent(id)}`;
    // With application/json, Xero sends the description of the file.
    const accept = owned.file.MimeType || 'application/octet-stream';
    const answer = await http.request({
      ...{ method: 'GET', url, isContent: true },
      headers: { ...headersFor(credentials), accept },
    });
    if (answer.status !== 200) return fail(answer, http);
    return { kind: 'bytes' };
  };

export const attachments = defineType<XeroShared>({
  dataType: 'attachments',
  pull: createPull,
  push: createFilePush,
  content: readContent,
  fromSource: (element) => recordOf(JSON.parse(element) as OwnedFile),
});
