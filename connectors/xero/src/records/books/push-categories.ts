import type { Credentials, ProviderHttp, PulledRecord, Push, PushInput } from '@daybook/connector-kit';
import { ProviderError, Unavailable, undoBy } from '@daybook/connector-kit';
import { closed, createAndUpdate, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { keyLastsMs, refused, refusing, settlesWithinMs } from '../../push-records.ts';
import { fail, headersFor, readXero } from '../../request-xero.ts';
import type { XeroShared } from '../../xero-type.ts';

const schema = closed({
  name: text(100, 'Unique: among the categories, or among the options of the category.'),
  parentId: optional(text(50, 'The id of a category: the record is then one of its options.')),
  status: optional(Type.Enum(['Active', 'Archived'], { description: 'Only of a record that exists.' })),
});
type Pushed = Static<typeof schema>;

const complaints = [
  { pattern: /name|option/i, field: 'name' },
  { pattern: /active|categor/i, field: 'parentId' },
];

type ReadAll = (access: { http: ProviderHttp; credentials: Credentials }) => Promise<PulledRecord[]>;

/**
 * A category has a URL, and each of its options one below it. Xero allows two active categories. What it answers to a
 * write may lack the options, so the record is read again.
 */
export function createCategoryPush({ baseUrl }: XeroShared, readAll: ReadAll): Push {
  const place = `${baseUrl}/api.xro/2.0/TrackingCategories`;
  return {
    operations: createAndUpdate(schema),
    choices: { parentId: 'trackingCategories' },
    undo: undoBy.archiveWhole('status'),
    certainty: 'key',
    settlesWithinMs,
    keyLastsMs,
    prepare({ operation, record, recordId = '', reference }, credentials) {
      const { name, parentId, status } = record as Pushed;
      const list = parentId === undefined ? place : `${place}/${encodeURIComponent(parentId)}/Options`;
      return {
        method: operation === 'create' ? 'PUT' : 'POST',
        url: operation === 'create' ? list : `${list}/${encodeURIComponent(recordId)}`,
        headers: { ...headersFor(credentials), 'content-type': 'application/json', 'idempotency-key': reference },
        body: JSON.stringify({ Name: name, Status: status?.toUpperCase() }),
      };
    },
    async send(input) {
      const answer = await input.http.request(input.prepared);
      const { status: providerStatus } = answer;
      if (refusing.includes(providerStatus)) return refused(answer, complaints, input.prepared.body ?? '{}');
      if (providerStatus !== 200 && providerStatus !== 201) return fail(answer, input.http);
      return { kind: 'done', providerStatus, record: await readBack(idOf(answer.body), input, readAll) };
    },
  } satisfies Push;
}

type Written = { TrackingCategories?: { TrackingCategoryID: string }[]; Options?: { TrackingOptionID: string }[] };

const idOf = (body: string) =>
  readXero(body, (answer) => {
    const { TrackingCategories, Options } = JSON.parse(answer) as Written;
    const id = Options?.[0]?.TrackingOptionID ?? TrackingCategories?.[0]?.TrackingCategoryID;
    if (id === undefined) throw new SyntaxError('The response has no record.');
    return id;
  });

/** An error must not claim that nothing was written. */
async function readBack(id: string, input: PushInput, readAll: ReadAll): Promise<PulledRecord> {
  const all = await readAll(input).catch((error) => {
    if (!(error instanceof ProviderError)) throw error;
    throw new Unavailable(`Xero wrote the category, but Daybook could not read it back: ${error.message}`);
  });
  const found = all.find((record) => record.id === id);
  if (!found) throw new Unavailable('Xero does not list the category that it has written.');
  return found;
}
