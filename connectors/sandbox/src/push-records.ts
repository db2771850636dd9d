import type { Credentials, PreparedPush, Push, PushAnswer, PushInput, PushWish } from '@daybook/connector-kit';
import { addPushedFields, Unavailable } from '@daybook/connector-kit';
import { isAsWished } from './is-as-wished.ts';
import { type MapRecord, readPage } from './pull-records.ts';
import { readAnswer } from './push-answers.ts';
import type { FieldNames } from './push-fields.ts';
import { openSession, readJson } from './request-sandbox.ts';

/**
 * The parts of a push that differ by data type. The parameter of `body` is `never` because each data type has its own
 * record type. For some data types, the sandbox accepts an idempotency key. For others, Daybook can only search for its
 * reference. For transfers, neither is possible. Journal entries are read back after a success, because a test can make
 * the sandbox report a success without storing the record.
 */
export type PushKind = Pick<Push, 'operations' | 'choices' | 'certainty' | 'isReadBack' | 'customFields' | 'undo'> & {
  body: (record: never) => object;
  fields: FieldNames;
};

/** The sandbox writes immediately, unless a test makes it slow. */
const settlesWithinMs = 2000;

type Target = { baseUrl: string; dataType: string; map: MapRecord; kind: PushKind };

export function createPush(target: Target): Push {
  const { baseUrl, map, kind } = target;
  const { operations, choices, certainty, isReadBack, fields, customFields, undo } = kind;
  const reading = ({ http, wish }: PushInput) => {
    const recordId = wish.operation === 'create' ? undefined : wish.recordId;
    const custom = (wish.customFields ?? []).map(({ field, name }) => [field, `customFields.${name}`]);
    return {
      http,
      map,
      fields: { ...fields, ...Object.fromEntries(custom) },
      ...(recordId !== undefined && { recordId }),
    };
  };
  return {
    operations,
    choices,
    certainty,
    ...(customFields && { customFields }),
    ...(undo && { undo }),
    settlesWithinMs,
    ...(isReadBack && { isReadBack }),
    prepare: (wish, credentials) => prepare(target, wish, credentials),
    async send(input) {
      const answer = await openSession({ baseUrl, ...input }).send(input.prepared);
      return readAnswer(answer, reading(input));
    },
    async poll(input) {
      const url = `${baseUrl}${companyPath(input.credentials)}/tickets/${encodeURIComponent(input.ticket)}`;
      const answer = await openSession({ baseUrl, ...input }).send({ method: 'GET', url });
      if (answer.status === 404 && readJson<{ error?: unknown }>(answer.body).error === 'unknown_ticket')
        throw new Unavailable('The sandbox no longer knows the ticket.');
      return readAnswer(answer, reading(input));
    },
    ...(certainty !== 'none' && { find: (input: PushInput) => find(target, input) }),
    ...((operations.update || operations.delete) && {
      read: (input: PushInput) => readNow(target, input),
      versionOf: (source: string) => (JSON.parse(source) as { modified_at?: string }).modified_at,
    }),
  };
}

const companyPath = ({ company }: Credentials) => `/v1/${encodeURIComponent(company ?? '')}`;

function recordsUrl({ baseUrl, dataType }: Target, credentials: Credentials, recordId?: string): string {
  const records = `${baseUrl}${companyPath(credentials)}/${dataType}`;
  return recordId === undefined ? records : `${records}/${encodeURIComponent(recordId)}`;
}

const methods = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const;

/** What the sandbox does with a record by a request of its own, which changes nothing but its state. */
const actions = {
  void: 'cancelled',
  archive: 'archived',
} as const;

/**
 * An update with the status Void voids a document. One with nothing but the status Archived archives a record; with more
 * fields, it replaces the record like any other update.
 */
function actionOf({ operation, record = {} }: PushWish): keyof typeof actions | undefined {
  if (operation !== 'update') return undefined;
  const { status, itemStatus } = record as { status?: string; itemStatus?: string };
  if (status === 'Void') return 'void';
  return Object.keys(record).length === 1 && (status ?? itemStatus) === 'Archived' ? 'archive' : undefined;
}

/**
 * The reference is sent as the idempotency key or inside a new record. An update does not change the reference in the
 * record.
 */
function prepare(target: Target, wish: PushWish, credentials: Credentials): PreparedPush {
  const { certainty, body } = target.kind;
  const { operation, record, recordId, reference, customFields } = wish;
  const isSearched = certainty === 'search' && operation === 'create';
  const key = certainty === 'key' && { 'idempotency-key': reference };
  const action = actionOf(wish);
  if (action)
    return { method: 'POST', url: `${recordsUrl(target, credentials, recordId)}/${action}`, headers: { ...key } };
  return {
    method: methods[operation],
    url: recordsUrl(target, credentials, operation === 'create' ? undefined : (recordId ?? '')),
    headers: {
      ...(operation !== 'delete' && { 'content-type': 'application/json' }),
      ...key,
    },
    ...(operation !== 'delete' && {
      body: JSON.stringify({
        ...addPushedFields(body((record ?? {}) as never), customFields),
        ...(isSearched && { client_ref: reference }),
      }),
    }),
  };
}

async function find(target: Target, input: PushInput): Promise<PushAnswer | { kind: 'absent' }> {
  if (target.kind.certainty === 'key') return findByKey(target, input);
  return input.wish.operation === 'create' ? findCreated(target, input) : findChanged(target, input);
}

/** Looks up the response that the sandbox stored under the idempotency key, without sending the write again. */
async function findByKey(target: Target, input: PushInput): Promise<PushAnswer | { kind: 'absent' }> {
  const { baseUrl, map, kind } = target;
  const url = `${recordsUrl(target, input.credentials)}?idempotency_key=${encodeURIComponent(input.wish.reference)}`;
  const answer = await openSession({ baseUrl, ...input }).send({ method: 'GET', url });
  if (answer.status === 404 && readJson<{ error?: unknown }>(answer.body).error === 'unknown_key')
    return { kind: 'absent' };
  const found = readAnswer(answer, { http: input.http, map, fields: kind.fields });
  return found.kind === 'refused' ? mustFail(found) : found;
}

/**
 * Finds a created record by its reference. References are not unique at the sandbox. If several records have the
 * reference, the first record in the list is used, which is the oldest.
 */
async function findCreated(target: Target, input: PushInput): Promise<PushAnswer | { kind: 'absent' }> {
  const { baseUrl, map, kind } = target;
  const url = `${recordsUrl(target, input.credentials)}?client_ref=${encodeURIComponent(input.wish.reference)}`;
  const answer = await openSession({ baseUrl, ...input }).send({ method: 'GET', url });
  if (answer.status !== 200) return mustFail(readAnswer(answer, { http: input.http, map, fields: kind.fields }));
  const [record] = readPage(answer.body, map).records;
  return record ? { kind: 'done', providerStatus: answer.status, record } : { kind: 'absent' };
}

/** Reads the record of an update or a deletion. */
async function readNow(target: Target, input: PushInput): Promise<PushAnswer | { kind: 'absent' }> {
  const { baseUrl, map, kind } = target;
  const { recordId = '' } = input.wish;
  const answer = await openSession({ baseUrl, ...input }).send({
    method: 'GET',
    url: recordsUrl(target, input.credentials, recordId),
  });
  if (answer.status === 404 && readJson<{ error?: unknown }>(answer.body).error === 'unknown_record')
    return { kind: 'absent' };
  const found = readAnswer(answer, { http: input.http, map, fields: kind.fields, recordId });
  return found.kind === 'done' ? found : mustFail(found);
}

/**
 * The push counts as done if the record has the requested state, even if somebody else wrote it, because repeating the
 * write would change nothing.
 */
async function findChanged(target: Target, input: PushInput): Promise<PushAnswer | { kind: 'absent' }> {
  const { baseUrl, map, kind } = target;
  const { operation, recordId = '' } = input.wish;
  const url = recordsUrl(target, input.credentials, recordId);
  const answer = await openSession({ baseUrl, ...input }).send({ method: 'GET', url });
  const isDelete = operation === 'delete';
  if (answer.status === 404 && readJson<{ error?: unknown }>(answer.body).error === 'unknown_record')
    return isDelete
      ? { kind: 'done', providerStatus: answer.status, record: { id: recordId, isDeleted: true } }
      : { kind: 'absent' };
  const found = readAnswer(answer, { http: input.http, map, fields: kind.fields, recordId });
  if (found.kind !== 'done') return mustFail(found);
  const action = actionOf(input.wish);
  const isDone = action
    ? (JSON.parse(answer.body) as { state?: string }).state === actions[action]
    : !isDelete && isAsWished({ record: answer.body, body: input.prepared.body ?? '{}' });
  return isDone ? found : { kind: 'absent' };
}

/** Throws, because this response to a search shows neither that the record exists nor that it does not. */
function mustFail(answer: PushAnswer): never {
  throw new Unavailable(`The sandbox answered a search with status ${answer.providerStatus}.`);
}
