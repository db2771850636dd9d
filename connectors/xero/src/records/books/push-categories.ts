import type { PreparedPush, Push, PushAnswer, PushInput } from '@daybook/connector-kit';
import { undoBy } from '@daybook/connector-kit';
import { allOperations, closed, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { gone, keyLastsMs, refused, refusing, settlesWithinMs } from '../../push-records.ts';
import { type ReadAll, readBack } from '../../read-back.ts';
import { fail, headersFor, readXero } from '../../request-xero.ts';
import type { XeroShared } from '../../xero-type.ts';

const schema = closed({
  name: text(100, 'Unique: among the categories, or among the options of the category.'),
  parentId: optional(text(50, 'The id of a category: the record is then one of its options.')),
  status: optional(Type.Enum(['Active', 'Archived'], { description: 'Only of a record that exists.' })),
});
type Pushed = Static<typeof schema>;

const methods = { create: 'PUT', update: 'POST', delete: 'DELETE' } as const;

const complaints = [
  { pattern: /name|option/i, field: 'name' },
  { pattern: /active|categor/i, field: 'parentId' },
];

/**
 * A category has a URL, and each of its options one below it. Xero allows two active categories. What it answers to a
 * write may lack the options, so the record is read again.
 */
export function createCategoryPush({ baseUrl }: XeroShared, readAll: ReadAll): Push {
  const place = `${baseUrl}/api.xro/2.0/TrackingCategories`;
  return {
    operations: allOperations(schema),
    choices: { parentId: 'trackingCategories' },
    undo: undoBy.archiveWhole('status'),
    certainty: 'key',
    settlesWithinMs,
    keyLastsMs,
    prepare({ operation, record, recordId = '', reference }, credentials) {
      const { name, parentId, status } = (record ?? {}) as Partial<Pushed>;
      const list = parentId === undefined ? place : `${place}/${encodeURIComponent(parentId)}/Options`;
      return {
        method: methods[operation],
        url: operation === 'create' ? list : `${list}/${encodeURIComponent(recordId)}`,
        headers: { ...headersFor(credentials), 'content-type': 'application/json', 'idempotency-key': reference },
        body: operation === 'delete' ? '' : JSON.stringify({ Name: name, Status: status?.toUpperCase() }),
      };
    },
    async send(input) {
      if (input.wish.operation === 'delete') return remove(input, await placeOf(input, place, readAll));
      const answer = await input.http.request(input.prepared);
      const { status: providerStatus } = answer;
      if (refusing.includes(providerStatus)) return refused(answer, complaints, input.prepared.body ?? '{}');
      if (providerStatus !== 200 && providerStatus !== 201) return fail(answer, input.http);
      return { kind: 'done', providerStatus, record: await readBack('category', idOf(answer.body), input, readAll) };
    },
  } satisfies Push;
}

/** The URL of a category, or of an option below its category. A deletion does not say which of the two it means. */
async function placeOf(input: PushInput, place: string, readAll: ReadAll): Promise<string | undefined> {
  const { recordId = '' } = input.wish;
  const found = (await readAll(input)).find(({ id }) => id === recordId);
  if (!found) return undefined;
  const { parentId } = (found.record?.() ?? {}) as { parentId?: string };
  const below = parentId === undefined ? '' : `/${encodeURIComponent(parentId)}/Options`;
  return `${place}${below}/${encodeURIComponent(recordId)}`;
}

async function remove({ http, prepared, wish }: PushInput, url: string | undefined): Promise<PushAnswer> {
  if (url === undefined) return gone;
  const request: PreparedPush = { ...prepared, url };
  const answer = await http.request(request);
  const { status: providerStatus } = answer;
  if (refusing.includes(providerStatus)) return refused(answer, complaints, '{}');
  if (providerStatus !== 200) return fail(answer, http);
  return { kind: 'done', providerStatus, record: { id: wish.recordId ?? '', isDeleted: true } };
}

type Written = { TrackingCategories?: { TrackingCategoryID: string }[]; Options?: { TrackingOptionID: string }[] };

const idOf = (body: string) =>
  readXero(body, (answer) => {
    const { TrackingCategories, Options } = JSON.parse(answer) as Written;
    const id = Options?.[0]?.TrackingOptionID ?? TrackingCategories?.[0]?.TrackingCategoryID;
    if (id === undefined) throw new SyntaxError('The response has no record.');
    return id;
  });
