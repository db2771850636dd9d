import type { ProviderAnswer, Push, PushAnswer, PushInput, PushWarning } from '@daybook/connector-kit';
import { addPushedFields, splitArray, Unavailable } from '@daybook/connector-kit';
import { readRecord, type Source } from './pull-records.ts';
import { type Complaint, fieldOf } from './push-fields.ts';
import { fail, headersFor, readXero } from './request-xero.ts';

/**
 * The parts of a push that differ by data type. The parameter of `body` is `never` because each data type has its own
 * record type.
 */
export type PushKind = Pick<Push, 'operations' | 'choices' | 'customFields' | 'undo'> & {
  source: Source;
  body: (record: never) => object;
  /** The status that removes a record. Default: DELETED. */
  removedStatus?: string;
  complaints: readonly Complaint[];
  /** What is wrong with a record that the schema allows. The push is then rejected before anything is sent. */
  check?: (record: never) => { itemId: string; message: string } | undefined;
  /** What an update sends, if it is less than `body`. */
  changes?: (record: never) => object;
  /** Whether a record is removed by a DELETE request, and not by a status. */
  isRemovedByRequest?: true;
  /** The id in the URL of a record, if it is not Daybook's. Undefined if Xero has no such record. */
  ownId?: (input: PushInput, place: string) => Promise<string | undefined>;
};

/** Xero answers within a minute or not at all. */
export const settlesWithinMs = 60_000;
/**
 * Xero does not document how long it remembers an idempotency key. After this time, a person must decide, so that no
 * invoice is created twice.
 */
export const keyLastsMs = 5 * 60_000;
/** Statuses with which Xero rejects a request and changes nothing. */
export const refusing = [400, 404, 405, 412, 413];

/**
 * PUT creates a record. POST to the record's own URL changes it. A deletion is a change that sets the status DELETED,
 * or a DELETE request. An update with the status Void sets the status VOIDED and changes nothing else.
 * The body contains an array, except for accounts, deleted payments and deleted transfers. A tax rate has no URL of its own, so its
 * `TaxType` is in the body. Every request has an Idempotency-Key, so that Xero performs it only once.
 */
export function createPush({ baseUrl, kind }: { baseUrl: string; kind: PushKind }): Push {
  const { source, operations, choices, body } = kind;
  const place = `${baseUrl}/api.xro/2.0/${source.endpoint}`;
  function contentOf(operation: PushInput['wish']['operation'], record: { status?: string }): object {
    if (operation === 'delete') return { Status: kind.removedStatus ?? 'DELETED' };
    if (operation === 'update' && record.status === 'Void') return { Status: 'VOIDED' };
    return (operation === 'update' ? (kind.changes ?? body) : body)(record as never);
  }
  return {
    operations,
    choices,
    ...(kind.customFields && { customFields: kind.customFields }),
    certainty: 'key',
    settlesWithinMs,
    keyLastsMs,
    prepare({ operation, record, recordId = '', reference, customFields }, credentials) {
      const isNamedInside = source.endpoint === 'TaxRates' && operation !== 'create';
      const content = {
        ...(isNamedInside && { TaxType: recordId }),
        ...addPushedFields(contentOf(operation, record ?? {}), customFields),
      };
      const ownPlace = `${place}/${encodeURIComponent(recordId)}`;
      const isBareDelete = ['Payments', 'BankTransfers'].includes(source.endpoint) && operation === 'delete';
      const isBare = source.endpoint === 'Accounts' || isBareDelete;
      const isRemoval = operation === 'delete' && kind.isRemovedByRequest === true;
      return {
        method: operation === 'create' ? 'PUT' : isRemoval ? 'DELETE' : 'POST',
        url: `${operation === 'create' || isNamedInside ? place : ownPlace}?unitdp=4`,
        headers: {
          ...headersFor(credentials),
          'content-type': 'application/json',
          'idempotency-key': reference,
        },
        body: isRemoval ? '' : JSON.stringify(isBare ? content : { [source.endpoint]: [content] }),
      };
    },
    foresee: ({ record }) => roundedAmounts(record),
    ...(kind.undo && { undo: kind.undo }),
    ...(!kind.ownId &&
      source.endpoint !== 'TaxRates' &&
      (operations.update || operations.delete) && { read: (input) => readNow(input, source, place), versionOf }),
    async send(input) {
      const problem = input.wish.record && kind.check?.(input.wish.record as never);
      if (problem) return { kind: 'refused', message: problem.message, errors: [problem] };
      if (!kind.ownId || input.wish.operation === 'create')
        return readAnswer(await input.http.request(input.prepared), kind, input);
      const id = await kind.ownId(input, place);
      if (id === undefined) return gone;
      const known = `/${encodeURIComponent(input.wish.recordId ?? '')}?`;
      const url = input.prepared.url.replace(known, () => `/${encodeURIComponent(id)}?`);
      return readAnswer(await input.http.request({ ...input.prepared, url }), kind, input);
    },
  };
}

/** Xero changes this time with every change of a record, but a write cannot name it. */
const versionOf = (element: string) => (JSON.parse(element) as { UpdatedDateUTC?: string }).UpdatedDateUTC;

async function readNow(
  { http, credentials, wish }: PushInput,
  source: Source,
  place: string,
): Promise<PushAnswer | { kind: 'absent' }> {
  const url = `${place}/${encodeURIComponent(wish.recordId ?? '')}?unitdp=4`;
  const answer = await http.request({ method: 'GET', url, headers: headersFor(credentials) });
  if (answer.status === 404 && !/^\s*[{<]/.test(answer.body)) return { kind: 'absent' };
  if (answer.status !== 200) return fail(answer, http);
  return readXero<PushAnswer | { kind: 'absent' }>(answer.body, (body) => {
    const [element] = splitArray(body, source.endpoint).elements;
    const record = element === undefined ? undefined : readRecord(element, source);
    return !record || record.isDeleted ? { kind: 'absent' } : { kind: 'done', providerStatus: answer.status, record };
  });
}

export const gone: Extract<PushAnswer, { kind: 'refused' }> = {
  ...{ kind: 'refused', statusCode: 404, message: 'Xero has no such record.', errors: [] },
};

function readAnswer(answer: ProviderAnswer, { source, complaints }: PushKind, input: PushInput): PushAnswer {
  const { status: providerStatus, body } = answer;
  const { operation, recordId } = input.wish;
  if (refusing.includes(providerStatus)) return refused(answer, complaints, input.prepared.body ?? '{}');
  // A deleted item is answered without a body.
  if (providerStatus === 204 && operation === 'delete')
    return { kind: 'done', providerStatus, record: { id: recordId ?? '', isDeleted: true } };
  if (providerStatus !== 200 && providerStatus !== 201) return fail(answer, input.http);
  return readXero<PushAnswer>(body, () => {
    const [element] = splitArray(body, source.endpoint).elements;
    if (element === undefined) throw new SyntaxError('The response has no record.');
    // A contact that was pushed as a customer counts as a customer, even if Xero derives another role for it. The same
    // applies to suppliers.
    const { belongs, ...whole } = source;
    const record = readRecord(element, { ...whole, ...(belongs && source.endpoint !== 'Contacts' && { belongs }) });
    const isOther = operation === 'delete' ? !record.isDeleted : record.isDeleted;
    if (isOther || (operation !== 'create' && recordId !== record.id && !element.includes(recordId ?? '')))
      throw new Unavailable('Xero returned a different record from the one that was written.');
    const warnings = warningsIn(element);
    return { kind: 'done', providerStatus, record, ...(warnings.length > 0 && { warnings }) };
  });
}

/** With `unitdp=4`, Xero rounds unit prices to four decimal places. */
const unitPlaces = 4;

function roundedAmounts(record: object | undefined): PushWarning[] {
  const { lineItems = [] } = (record ?? {}) as { lineItems?: { unitAmount?: unknown }[] };
  return lineItems.flatMap(({ unitAmount }, at) => {
    const places = /\.(\d+)$/.exec(JSON.stringify(unitAmount) ?? '')?.[1]?.length ?? 0;
    if (places <= unitPlaces) return [];
    const itemId = `lineItems.${at}.unitAmount`;
    const message = `Xero rounds the field "${itemId}" to ${unitPlaces} decimal places, but the value has ${places}.`;
    return [{ itemId, message, validatorName: 'roundedValueValidator' }];
  });
}

/** Returns Xero's own warnings about a record that it accepted. The warnings name no field. */
function warningsIn(element: string): PushWarning[] {
  const { Warnings = [] } = JSON.parse(element) as { Warnings?: { Message?: string }[] };
  return Warnings.flatMap(({ Message }) =>
    Message ? [{ message: `Xero warns: ${Message}`, validatorName: 'platformValidator' }] : [],
  );
}

type Refusal = {
  Message?: string;
  Detail?: string;
  Elements?: { ValidationErrors?: { Message?: string }[] }[];
};

/** An error response that cannot be parsed comes from a proxy between Daybook and Xero, so the outcome is unknown. */
export function refused({ status, body }: ProviderAnswer, complaints: readonly Complaint[], sent: string): PushAnswer {
  return readXero<PushAnswer>(body, (text) => {
    // If the record does not exist, Xero answers in plain text. An HTML page comes from a proxy.
    if (status === 404 && !/^\s*[{<]/.test(text))
      return { kind: 'refused', providerStatus: status, message: 'Xero has no such record.', errors: [] };
    const { Message, Detail, Elements = [] } = JSON.parse(text) as Refusal;
    const messages = Elements.flatMap(({ ValidationErrors = [] }) => ValidationErrors.map((one) => one.Message ?? ''));
    const errors = messages.flatMap((message) => {
      const itemId = fieldOf(message, complaints, sent);
      return itemId === undefined ? [] : [{ itemId, message }];
    });
    const told = messages.join(' ') || Detail || Message || 'no reason given';
    return { kind: 'refused', providerStatus: status, message: `Xero rejected the record: ${told}`, errors };
  });
}
