import { type Push, type PushAnswer, type PushInput, Unavailable, undoBy } from '@daybook/connector-kit';
import { closed, fileContent, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import type { PullSettings } from '../../pull-records.ts';
import { goneRecord, isRefusal, refused, settlesWithinMs } from '../../push-records.ts';
import { readAll } from '../../read-all.ts';
import { companyUrl, fail, headers, readFaults, readQuickbooks } from '../../request-quickbooks.ts';
import { entityOf, entityRefOf, type QboAttachable, recordIn, source } from './files-of-records.ts';

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

/** The file as QuickBooks has it; undefined if it has none with this id. */
async function readFile(
  place: PullSettings,
  { http, credentials, wish }: PushInput,
): Promise<QboAttachable | undefined> {
  const url = companyUrl(place.baseUrl, credentials, `attachable/${encodeURIComponent(wish.recordId ?? '')}`, {});
  const answer = await http.request({ method: 'GET', url, headers });
  if (readFaults(answer.body)?.some(({ code }) => code === goneRecord)) return undefined;
  if (answer.status !== 200) return fail(answer, http);
  return readQuickbooks(answer.body, (body) => (JSON.parse(body) as { Attachable: QboAttachable }).Attachable);
}

const deleted = (recordId = ''): PushAnswer => ({
  ...{ kind: 'done', providerStatus: 200, record: { id: recordId, isDeleted: true } },
});

async function remove(place: PullSettings, input: PushInput): Promise<PushAnswer> {
  const { http, prepared, wish } = input;
  const file = await readFile(place, input);
  if (!file) return { kind: 'refused', statusCode: 404, message: 'QuickBooks has no such file.', errors: [] };
  const answer = await http.request({ ...prepared, body: JSON.stringify({ Id: file.Id, SyncToken: file.SyncToken }) });
  const faults = readFaults(answer.body);
  if (isRefusal(answer.status, faults)) return refused(answer, faults, fields);
  return answer.status === 200 ? deleted(wish.recordId) : fail(answer, http);
}

/**
 * Files and their description are sent together. Intuit does not document whether the upload performs requests with the
 * same request id only once. So the push's reference is stored as the tag, by which `find` recognises the file.
 */
export function createFilePush(place: PullSettings): Push {
  return {
    operations: { create: schema, delete: true },
    choices: {},
    undo: undoBy.delete,
    certainty: 'search',
    settlesWithinMs,
    prepare({ operation, record, recordId, reference }, credentials) {
      if (operation === 'delete')
        return {
          method: 'POST',
          url: companyUrl(place.baseUrl, credentials, 'attachable', { operation: 'delete', requestid: reference }),
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ Id: recordId }),
        };
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
      if (input.wish.operation === 'delete') return remove(place, input);
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
      const { operation, recordId } = input.wish;
      if (operation === 'delete') return (await readFile(place, input)) ? { kind: 'absent' } : deleted(recordId);
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
