import {
  defineType,
  type PulledRecord,
  type Push,
  type PushAnswer,
  type PushInput,
  pullChanged,
  type ReadContent,
  Unavailable,
  Unsupported,
} from '@daybook/connector-kit';
import { closed, fileContent, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { combinedId } from '../../pull-combined.ts';
import { type PullSettings, readRecord, type Source } from '../../pull-records.ts';
import { isRefusal, refused, settlesWithinMs } from '../../push-records.ts';
import { type Access, readAll } from '../../read-all.ts';
import { companyUrl, fail, headers, readFaults, readQuickbooks } from '../../request-quickbooks.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { present } from '../values.ts';

type QboAttachable = Omit<QboMeta, 'MetaData'> & {
  MetaData?: { CreateTime?: string; LastUpdatedTime?: string };
  FileName?: string;
  ContentType?: string;
  Size?: number;
  Note?: string;
  Tag?: string;
  AttachableRef?: { EntityRef?: QboRef & { type?: string } }[];
  /** An address that works for 15 minutes. */
  TempDownloadUri?: string;
};

/** QuickBooks' entity of each data type to whose records files are attached. */
const entityOf: Readonly<Record<string, string>> = {
  ...{ invoices: 'Invoice', bills: 'Bill', customers: 'Customer', suppliers: 'Vendor', items: 'Item' },
  ...{ payments: 'Payment', billPayments: 'BillPayment', creditNotes: 'CreditMemo', billCreditNotes: 'VendorCredit' },
  ...{ journalEntries: 'JournalEntry', purchaseOrders: 'PurchaseOrder', transfers: 'Transfer' },
};
const bankEntities = ['Purchase', 'Deposit'];

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function recordRefOf({ type = '', value }: QboRef & { type?: string }) {
  const bank = bankEntities.find((entity) => same(entity, type));
  if (bank) return { dataType: 'bankTransactions', id: combinedId(bank, value) };
  const [dataType] = Object.entries(entityOf).find(([, entity]) => same(entity, type)) ?? [];
  return dataType && { dataType, id: value };
}

function entityRefOf({ dataType, id }: { dataType: string; id: string }): object {
  if (dataType !== 'bankTransactions') return { type: entityOf[dataType], value: id };
  const [, name = '', value] = /^(\w+)-(.+)$/.exec(id) ?? [];
  return { type: bankEntities.find((entity) => same(entity, name)) ?? name, value };
}

const source: Source = {
  entity: 'Attachable',
  // Notes are attachables, too, but have no file.
  belongs: (wire: QboAttachable) => wire.FileName !== undefined,
  map: (wire: QboAttachable) => {
    const refs = (wire.AttachableRef ?? []).flatMap(({ EntityRef }) => (EntityRef ? [recordRefOf(EntityRef)] : []));
    const created = wire.MetaData?.CreateTime;
    return {
      name: wire.FileName,
      contentType: present(wire.ContentType),
      size: wire.Size,
      recordRef: refs.find((ref) => ref !== undefined),
      description: present(wire.Note),
      createdDate: created && new Date(created).toISOString(),
    };
  },
};

/** The temporary addresses are new in every response. With them, every record would look changed. */
function recordIn(element: string): PulledRecord {
  const { TempDownloadUri, ThumbnailTempDownloadUri, ...rest } = JSON.parse(element) as Record<string, unknown>;
  return readRecord(JSON.stringify(rest), source);
}

const schema = closed({
  name: Type.String({ pattern: '^[^\\p{C}/\\\\"]+$', minLength: 1, maxLength: 200, description: 'Name of the file.' }),
  contentType: optional(Type.String({ pattern: '^[\\w.+-]+/[\\w.+-]+$', maxLength: 100 })),
  description: optional(text(2000)),
  recordRef: optional(closed({ dataType: Type.Enum([...Object.keys(entityOf), 'bankTransactions']), id: text(100) })),
  content: fileContent,
});
type PushedFile = Static<typeof schema>;

const octets = 'application/octet-stream';
const fields = { FileName: 'name', ContentType: 'contentType', EntityRef: 'recordRef.id', Note: 'description' };

/**
 * Files and their description are sent together. Intuit does not document whether the upload performs requests with the
 * same request id only once. So the push's reference is stored as the tag, by which `find` recognises the file.
 */
function createFilePush(place: PullSettings): Push {
  return {
    operations: { create: schema },
    choices: {},
    certainty: 'search',
    settlesWithinMs,
    prepare({ record, reference }, credentials) {
      const { name, contentType = octets, description, recordRef, content } = record as PushedFile;
      const about = {
        ...{ FileName: name, ContentType: contentType, Note: description, Tag: reference },
        ...(recordRef && { AttachableRef: [{ EntityRef: entityRefOf(recordRef) }] }),
      };
      const boundary = `daybook-${reference}`;
      const part = (part: string, type: string, encoding: string, body: string) =>
        [
          `--${boundary}`,
          `Content-Disposition: form-data; name="${part}"; filename="${part}"`,
          `Content-Type: ${type}`,
          `Content-Transfer-Encoding: ${encoding}`,
          '',
          `${body}\r\n`,
        ].join('\r\n');
      return {
        method: 'POST',
        url: companyUrl(place.baseUrl, credentials, 'upload', { requestid: reference }),
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: `${part('file_metadata_01', 'application/json; charset=UTF-8', '8bit', JSON.stringify(about))}${part(
          'file_content_01',
          contentType,
          'base64',
          content,
        )}--${boundary}--\r\n`,
      };
    },
    async send(input) {
      const { http, prepared } = input;
      const answer = await http.request(prepared);
      const faults = readFaults(answer.body) ?? readFaults(innerOf(answer.body, 'Fault'));
      if (faults && isRefusal(answer.status === 200 ? 400 : answer.status, faults))
        return refused({ ...answer, status: 400 }, faults, fields);
      if (answer.status !== 200) return fail(answer, http);
      return readQuickbooks<PushAnswer>(answer.body, (body) => {
        const record = recordIn(JSON.stringify((JSON.parse(innerOf(body, 'Attachable')) as Uploaded).Attachable));
        if (record.isDeleted) throw new Unavailable('QuickBooks returned a different record from the one written.');
        return { kind: 'done', providerStatus: 200, record };
      });
    },
    async find(input: PushInput) {
      const all = await readAll(place, input, source);
      const found = all.find((one) => (JSON.parse(one) as QboAttachable).Tag === input.wish.reference);
      return found === undefined ? { kind: 'absent' } : { kind: 'done', providerStatus: 200, record: recordIn(found) };
    },
  };
}

type Uploaded = { Attachable?: object; Fault?: object };

/** The response has one element for each file: `{"AttachableResponse":[{"Attachable":{…}}]}`, or a `Fault` instead. */
function innerOf(body: string, member: keyof Uploaded): string {
  try {
    const [first] = (JSON.parse(body) as { AttachableResponse?: Uploaded[] }).AttachableResponse ?? [];
    return JSON.stringify(first?.[member] ? { [member]: first[member] } : {});
  } catch {
    return '{}';
  }
}

const readContent =
  ({ baseUrl }: PullSettings): ReadContent =>
  async ({ http, credentials, id }) => {
    const missing = () => new Unsupported('QuickBooks no longer has this file.');
    const url = companyUrl(baseUrl, credentials, `attachable/${encodeURIComponent(id)}`, {});
    const answer = await http.request({ method: 'GET', url, headers });
    const isGone = readFaults(answer.body)?.some(({ code }) => code === '610') ?? answer.status === 404;
    if (isGone) throw missing();
    if (answer.status !== 200) return fail(answer, http);
    const { TempDownloadUri } = readQuickbooks(
      answer.body,
      (body) => (JSON.parse(body) as { Attachable: QboAttachable }).Attachable,
    );
    if (!TempDownloadUri) throw missing();
    const file = await http.request({ method: 'GET', url: TempDownloadUri, isContent: true, isForeign: true });
    if (file.status === 404) throw missing();
    if (file.status !== 200) throw new Unavailable(`QuickBooks' file store answered with status ${file.status}.`);
    return { kind: 'bytes' };
  };

/** Intuit does not say that change data capture covers attachables, so every pass reads the whole list. */
export const attachments = defineType<PullSettings>({
  dataType: 'attachments',
  pull: (place) => pullChanged((input) => readFiles(place, input)),
  push: createFilePush,
  content: readContent,
  fromSource: (element) => readRecord(element, source),
});

async function readFiles(place: PullSettings, access: Access): Promise<PulledRecord[]> {
  const elements = await readAll(place, access, source);
  const all = readQuickbooks('', () => elements.map(recordIn));
  return all.filter(({ isDeleted }) => !isDeleted);
}
