import type { ProviderAnswer, ProviderRequest, Push, PushAnswer, PushInput } from '@daybook/connector-kit';
import { Unavailable } from '@daybook/connector-kit';
import { metadataField, metadataOf } from './own-fields.ts';
import { readRecord, type Source } from './pull-records.ts';
import { errorOf, fail, headersFor, readStripe, versionHeader } from './request-stripe.ts';

/** The parts of a push that differ by data type. */
export type PushKind = Pick<Push, 'operations' | 'choices' | 'customFields' | 'undo'> & {
  source: Source;
  /** The parameters, with nested ones as objects. Undefined ones are not sent. */
  body: (record: never) => Record<string, unknown>;
  /** The client's field for each of Stripe's parameters. */
  fields: Readonly<Record<string, string>>;
};

/** Stripe remembers an idempotency key for at least 24 hours. */
const keyLastsMs = 23 * 3600_000;
/** Stripe ends a request after 80 seconds at the latest. */
const settlesWithinMs = 80_000;

export const certainByKey = { certainty: 'key', keyLastsMs, settlesWithinMs } as const;

/** A POST with its key. Stripe includes the related objects of the source in its answer. */
export function requestOf({
  url,
  form,
  source,
  key,
}: {
  url: string;
  form: Record<string, unknown>;
  source: Source;
  key: string;
}): ProviderRequest {
  const parameters = new URLSearchParams(formOf(form));
  for (const name of source.expand ?? []) parameters.append('expand[]', name);
  return {
    method: 'POST',
    url,
    headers: { ...versionHeader, 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key },
    body: parameters.toString(),
  };
}

/** A deletion has no key, because Stripe has none for DELETE. */
export const deletionOf = (url: string): ProviderRequest => ({ method: 'DELETE', url, headers: { ...versionHeader } });

/** Creates and changes objects by POST. Stripe performs requests with the same Idempotency-Key only once. */
export function createPush({ baseUrl, kind }: { baseUrl: string; kind: PushKind }): Push {
  const { source, operations, choices, customFields, body, undo } = kind;
  return {
    operations,
    choices,
    ...(undo && { undo }),
    ...(customFields && { customFields }),
    ...certainByKey,
    prepare({ operation, record, recordId = '', reference, customFields: own }) {
      if (operation === 'delete') return deletionOf(`${baseUrl}/v1/${source.path}/${encodeURIComponent(recordId)}`);
      const path = operation === 'create' ? source.path : `${source.path}/${encodeURIComponent(recordId)}`;
      const form = { ...body((record ?? {}) as never), ...metadataOf(own) };
      return requestOf({ url: `${baseUrl}/v1/${path}`, form, source, key: reference });
    },
    async send(input) {
      const { http, credentials, prepared } = input;
      const answer = await http.request({ ...prepared, headers: { ...prepared.headers, ...headersFor(credentials) } });
      const fieldOf = (name: string) => kind.fields[name] ?? metadataField(name, input.wish.customFields);
      return readAnswer(answer, { source, fieldOf }, { ...input, baseUrl });
    },
  };
}

/** Stripe's form encoding: `address[city]=Cork`. */
function formOf(parameters: Record<string, unknown>, outer = ''): [string, string][] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    const full = outer ? `${outer}[${name}]` : name;
    if (value === undefined) return [];
    if (typeof value === 'object' && value !== null) return formOf(value as Record<string, unknown>, full);
    return [[full, String(value)] as [string, string]];
  });
}

/** Whether Stripe itself has rejected the request. Another error response comes from a proxy. */
export const isRefusal = (answer: ProviderAnswer) =>
  [400, 402, 404].includes(answer.status) && errorOf(answer) !== undefined;

export async function readAnswer(
  answer: ProviderAnswer,
  { source, fieldOf }: { source: Source; fieldOf: (parameter: string) => string | undefined },
  input: PushInput & { baseUrl: string },
): Promise<PushAnswer> {
  const { status: providerStatus } = answer;
  const { recordId, operation } = input.wish;
  const isDeletion = operation === 'delete';
  if (providerStatus === 200) {
    const wire = readStripe<{ id?: string; deleted?: boolean }>(answer.body);
    if (typeof wire.id !== 'string' || (recordId !== undefined && wire.id !== recordId))
      throw new Unavailable('Stripe returned a different object from the one that was written.');
    if (isDeletion && wire.deleted !== true)
      throw new Unavailable('Stripe answered a deletion with an object that is not deleted.');
    if (isDeletion) return deleted(wire.id, providerStatus);
    const [record] = await readRecord(input, source, wire as { id: string }, false);
    if (!record || record.isDeleted) return refusedAsDeleted(providerStatus);
    return { kind: 'done', providerStatus, record };
  }
  const error = errorOf(answer);
  // An error response that is not Stripe's comes from a proxy, so the outcome is unknown.
  if (providerStatus === 404 && error) {
    // The first request, whose response was lost, has deleted the object.
    const isDone = isDeletion && input.isRepeated && recordId !== undefined;
    return isDone ? deleted(recordId, providerStatus) : refusedAsDeleted(providerStatus);
  }
  if ((providerStatus === 400 || providerStatus === 402) && error) {
    const told = error.message ?? 'no reason given';
    const field = fieldOf(error.param ?? '');
    const errors = field ? [{ itemId: field, message: told }] : [];
    return { kind: 'refused', providerStatus, message: `Stripe rejected the record: ${told}`, errors };
  }
  return fail(answer, input.http);
}

const deleted = (id: string, providerStatus: number): PushAnswer => ({
  ...{ kind: 'done', providerStatus },
  record: { id, isDeleted: true },
});

const refusedAsDeleted = (providerStatus: number): PushAnswer => ({
  kind: 'refused',
  providerStatus,
  statusCode: 404,
  message: 'Stripe has no such record.',
  errors: [],
});
