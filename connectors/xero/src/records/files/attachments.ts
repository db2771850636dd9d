import {
  CursorTooOld,
  defineType,
  type ProviderAnswer,
  type ProviderHttp,
  type Pull,
  type PulledRecord,
  type Push,
  type PushAnswer,
  type ReadContent,
  splitArray,
  Unsupported,
} from '@daybook/connector-kit';
import { closed, fileContent, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { keyLastsMs, refusing, settlesWithinMs } from '../../push-records.ts';
import { fail, getFromXero, headersFor, readXero } from '../../request-xero.ts';
import type { XeroShared } from '../../xero-type.ts';

type XeroOwner = {
  HasAttachments?: boolean;
  Type?: string;
  Status?: string;
  IsCustomer?: boolean;
  IsSupplier?: boolean;
};
type XeroFile = { AttachmentID: string; FileName: string; MimeType?: string; ContentLength?: number };
/** A file with the record that it belongs to: what Xero sends of a file does not say it. */
type OwnedFile = { endpoint: string; ownerId: string; dataType: string; file: XeroFile };

/** The endpoints whose records can have files, and the data type of a record. */
const owners: readonly { endpoint: string; id: string; dataTypeOf: (owner: XeroOwner) => string }[] = [
  { endpoint: 'Invoices', id: 'InvoiceID', dataTypeOf: ({ Type }) => (Type === 'ACCPAY' ? 'bills' : 'invoices') },
  {
    ...{ endpoint: 'CreditNotes', id: 'CreditNoteID' },
    dataTypeOf: ({ Type }) => (Type === 'ACCPAYCREDIT' ? 'billCreditNotes' : 'creditNotes'),
  },
  { endpoint: 'BankTransactions', id: 'BankTransactionID', dataTypeOf: () => 'bankTransactions' },
  { endpoint: 'ManualJournals', id: 'ManualJournalID', dataTypeOf: () => 'journalEntries' },
  {
    ...{ endpoint: 'Contacts', id: 'ContactID' },
    dataTypeOf: ({ IsCustomer, IsSupplier }) => (IsSupplier && !IsCustomer ? 'suppliers' : 'customers'),
  },
];
const endpointOf: Readonly<Record<string, string>> = {
  ...{ invoices: 'Invoices', bills: 'Invoices', creditNotes: 'CreditNotes', billCreditNotes: 'CreditNotes' },
  ...{ bankTransactions: 'BankTransactions', journalEntries: 'ManualJournals' },
  ...{ customers: 'Contacts', suppliers: 'Contacts' },
};

const recordOf = (owned: OwnedFile): PulledRecord => ({
  id: owned.file.AttachmentID,
  record: () => ({
    name: owned.file.FileName,
    contentType: owned.file.MimeType || undefined,
    size: owned.file.ContentLength,
    recordRef: { dataType: owned.dataType, id: owned.ownerId },
  }),
  source: JSON.stringify(owned),
});

const ownedPath = ({ endpoint, ownerId }: Pick<OwnedFile, 'endpoint' | 'ownerId'>) =>
  `${endpoint}/${encodeURIComponent(ownerId)}/Attachments`;

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
        const query = new URLSearchParams({ order: `${owner.id} ASC`, page: `${page}`, pageSize: `${pageSize}` });
        const answer = await getFromXero(http, urlOf(`${owner.endpoint}?${query}`), {
          ...access.headers,
          ...(place.from && { 'if-modified-since': place.from }),
        });
        place.next ??= new Date(timeOf(answer, http) - overlapMs).toISOString();
        const { elements, isLast } = readList(answer.body, owner.endpoint, { page, pageSize });
        const records: PulledRecord[] = [];
        for (const element of elements.filter(({ HasAttachments, Status }) => HasAttachments && Status !== 'DELETED')) {
          const owned = {
            ...{ endpoint: owner.endpoint, dataType: owner.dataTypeOf(element) },
            ownerId: String((element as Record<string, unknown>)[owner.id]),
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

function readList(body: string, endpoint: string, { page, pageSize }: { page: number; pageSize: number }) {
  return readXero(body, () => {
    const { elements, rest } = splitArray(body, endpoint);
    const { pagination } = JSON.parse(rest) as { pagination?: { pageCount?: number } };
    const isLast = pagination ? page >= (pagination.pageCount ?? 0) : elements.length < pageSize;
    return { elements: elements.map((element) => JSON.parse(element) as XeroOwner), isLast };
  });
}

/** Without the address, which repeats the other values. */
function filesIn(body: string): XeroFile[] {
  return readXero(body, () =>
    splitArray(body, 'Attachments').elements.map((element) => {
      const { Url, ...file } = JSON.parse(element) as XeroFile & { Url?: string };
      if (typeof file.AttachmentID !== 'string') throw new SyntaxError('The file has no id.');
      return file;
    }),
  );
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

/** The body of the prepared request is base64. */
function createPush({ baseUrl }: XeroShared): Push {
  const ownedBy = ({ recordRef: { dataType, id } }: PushedFile) => ({
    ...{ endpoint: endpointOf[dataType] ?? '', dataType, ownerId: id },
  });
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
    async send({ http, prepared, wish }) {
      const answer = await http.request({ ...prepared, isBase64: true });
      if (refusing.includes(answer.status)) return refused(answer);
      if (answer.status !== 200 && answer.status !== 201) return fail(answer, http);
      const [file] = filesIn(answer.body);
      const owned = ownedBy(wish.record as PushedFile);
      return readXero<PushAnswer>(answer.body, () => {
        if (!file) throw new SyntaxError('The response has no file.');
        return { kind: 'done', providerStatus: answer.status, record: recordOf({ ...owned, file }) };
      });
    },
  };
}

function refused({ status: providerStatus, body }: ProviderAnswer): PushAnswer {
  if (providerStatus === 404) {
    const message = 'Xero has no such record.';
    return { kind: 'refused', providerStatus, message, errors: [{ itemId: 'recordRef.id', message }] };
  }
  const said = /"(?:Message|Detail)"\s*:\s*"([^"]+)"/g;
  const messages = [...body.matchAll(said)].map(([, message]) => message ?? '');
  return {
    ...{ kind: 'refused', providerStatus },
    ...{ message: `Xero rejected the file: ${messages.at(-1) ?? `status ${providerStatus}`}`, errors: [] },
  };
}

export const attachments = defineType<XeroShared>({
  dataType: 'attachments',
  pull: createPull,
  push: createPush,
  content: readContent,
  fromSource: (element) => recordOf(JSON.parse(element) as OwnedFile),
});
