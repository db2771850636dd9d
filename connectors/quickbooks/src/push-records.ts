import type { ProviderAnswer, Push, PushAnswer, PushInput } from '@daybook/connector-kit';
import { parseExact, Unavailable } from '@daybook/connector-kit';
import { addOwnFields } from './own-fields.ts';
import { combinedId } from './pull-combined.ts';
import { type PullSettings, readRecord, type Source } from './pull-records.ts';
import { type FieldNames, fieldOf } from './push-fields.ts';
import { companyUrl, type Fault, fail, headers, readFaults, readQuickbooks } from './request-quickbooks.ts';
import type { QboMeta } from './wire.ts';

/**
 * The parts of a push that differ by data type. The parameter of `body` is `never` because each data type has its own
 * record type.
 */
export type PushKind = Pick<Push, 'operations' | 'choices' | 'foresee' | 'undo' | 'customFields'> & {
  source: Source;
  /** Other entities in the same data set. Pushes do not change their records. */
  others?: readonly string[];
  body: (record: never) => object;
  fields: FieldNames;
  /** What is wrong with a record that the schema allows. The push is then rejected before anything is sent. */
  check?: (record: never) => { itemId: string; message: string } | undefined;
  /** Whether QuickBooks documents no sparse update. The record is then read and sent with the changed fields. */
  isWholeUpdate?: true;
  /** Why a record, as QuickBooks has it, cannot be changed. */
  keepsAsItIs?: (record: never) => string | undefined;
  /** Values of a changed record that follow from what QuickBooks has. */
  completeChange?: (record: never) => object;
  /** Values of a new record that only the company's books have. */
  completeNew?: (settings: PullSettings, input: PushInput) => Promise<object>;
};

/** QuickBooks' entity for the company itself. Requests identify it by the realm id. */
export const companyEntity = 'CompanyInfo';

/** QuickBooks ends a request after two minutes at the latest. */
export const settlesWithinMs = 120_000;
const staleToken = '5010';
export const goneRecord = '610';
const staleTriesMax = 3;
/** Error codes that mean missing access, not an invalid record. */
const accessCodes = ['5020', '6190', '3100', '3200', '003100', '003200', '120'];

/**
 * Creates and changes records by POST. QuickBooks performs requests with the same `requestid` only once. A change must
 * name the record's current SyncToken. The record is therefore read first, and again if somebody else has changed it
 * since. An update with the status Void voids a record and changes nothing else: invoices by an operation of their own,
 * other transactions by an update that includes it.
 */
export function createPush({ settings, kind }: { settings: PullSettings; kind: PushKind }): Push {
  const { baseUrl } = settings;
  const { source, operations, choices, body, foresee } = kind;
  const path = source.entity.toLowerCase();
  function urlOf({ credentials, wish }: PushInput): string {
    const id = source.entity === companyEntity ? credentials.tenant : wish.recordId;
    return companyUrl(baseUrl, credentials, `${path}/${encodeURIComponent(id ?? '')}`, {});
  }
  const voiding = source.entity === 'Invoice' ? { operation: 'void' } : { operation: 'update', include: 'void' };
  const ofAnother = ({ recordId = '' }: PushInput['wish']): PushAnswer | undefined => {
    const entity = kind.others?.find((one) => recordId.startsWith(combinedId(one, '')));
    const message = `At QuickBooks, this record is a ${entity}. Pushes do not change it.`;
    return entity === undefined ? undefined : { kind: 'refused', message, errors: [] };
  };
  async function readNow(input: PushInput): Promise<PushAnswer | { kind: 'absent' }> {
    const other = ofAnother(input.wish);
    if (other) return other;
    const answer = await input.http.request({ method: 'GET', url: urlOf(input), headers });
    const isGone = readFaults(answer.body)?.some(({ code }) => code === goneRecord);
    if (answer.status === 400 && isGone) return { kind: 'absent' };
    if (answer.status !== 200) return fail(answer, input.http);
    return readQuickbooks<PushAnswer | { kind: 'absent' }>(answer.body, (text) => {
      const record = readRecord(recordText(text, source.entity), source);
      return record.isDeleted ? { kind: 'absent' } : { kind: 'done', providerStatus: answer.status, record };
    });
  }
  return {
    operations,
    choices,
    certainty: 'key',
    settlesWithinMs,
    ...(foresee && { foresee }),
    ...(kind.undo && { undo: kind.undo }),
    ...(kind.customFields && { customFields: kind.customFields }),
    ...((operations.update || operations.delete) && { read: readNow, versionOf, checksVersion: true as const }),
    prepare({ operation, record, recordId = '', reference, customFields }, credentials) {
      const isToVoid = isVoid({ operation, ...(record && { record }) });
      const isWhole = operation === 'delete' || isToVoid;
      const query = {
        ...(operation === 'delete' && { operation: 'delete' }),
        ...(isToVoid && voiding),
        requestid: reference,
      };
      const isSparse = isToVoid ? voiding.operation === 'update' : operation === 'update' && !kind.isWholeUpdate;
      const content = {
        ...(operation !== 'create' && { Id: recordId }),
        ...(isSparse && { sparse: true }),
        ...(!isWhole && addOwnFields(body((record ?? {}) as never), customFields)),
      };
      return {
        method: 'POST',
        url: companyUrl(baseUrl, credentials, path, query),
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(content),
      };
    },
    async send(input) {
      const problem = input.wish.record && kind.check?.(input.wish.record as never);
      if (problem) return { kind: 'refused', message: problem.message, errors: [problem] };
      const other = ofAnother(input.wish);
      if (other) return other;
      if (input.wish.operation === 'create') {
        const { prepared } = input;
        const more = await kind.completeNew?.(settings, input);
        const whole = JSON.stringify({ ...(parseExact(prepared.body ?? '{}') as object), ...more });
        return readAnswer(await input.http.request(more ? { ...prepared, body: whole } : prepared), kind, input);
      }
      return change(input, kind, urlOf(input));
    },
  };
}

/** QuickBooks' own version of a record. */
const versionOf = (source: string) => (JSON.parse(source) as QboMeta).SyncToken;

const isVoid = ({ operation, record }: Pick<PushInput['wish'], 'operation' | 'record'>) =>
  operation === 'update' && (record as { status?: string }).status === 'Void';

/** What QuickBooks computes. It must not be sent back with other lines. */
const computedFields = ['MetaData', 'domain', 'sparse', 'SyncToken', 'TotalAmt', 'HomeTotalAmt', 'TxnTaxDetail'];

async function change(input: PushInput, kind: PushKind, url: string): Promise<PushAnswer> {
  const { http, prepared, wish } = input;
  const isWholeUpdate = kind.isWholeUpdate === true && wish.operation === 'update' && !isVoid(wish);
  // With a condition, the SyncToken is that of the version that the client knows, also when the request is repeated.
  const { version } = wish;
  for (let tries = 1; ; tries++) {
    let token = version;
    let body = prepared.body ?? '{}';
    if (token === undefined || isWholeUpdate) {
      const found = await http.request({ method: 'GET', url, headers });
      if (found.status !== 200) return readAnswer(found, kind, input);
      const record = readQuickbooks(found.body, (text) => {
        const { [kind.source.entity]: one } = parseExact(text) as Record<string, QboMeta>;
        return one;
      });
      token ??= String(record?.SyncToken);
      if (isWholeUpdate) {
        const message = kind.keepsAsItIs?.(record as never);
        if (message !== undefined) return { kind: 'refused', message, errors: [] };
        const more = kind.completeChange?.(record as never);
        body = JSON.stringify({ ...withoutComputed(record), ...(parseExact(body) as object), ...more });
      }
    }
    // The SyncToken must be part of the request id. Otherwise, QuickBooks would take this request for a repetition of
    // the one with the stale SyncToken, and return the same error again.
    const answer = await http.request({
      ...prepared,
      url: prepared.url.replace(
        `requestid=${wish.reference}`,
        `requestid=${wish.reference}-${encodeURIComponent(token)}`,
      ),
      body: body.replace('{', `{"SyncToken":${JSON.stringify(token)},`),
    });
    const isStale = answer.status === 400 && readFaults(answer.body)?.some(({ code }) => code === staleToken);
    if (!isStale || version !== undefined || tries === staleTriesMax) return readAnswer(answer, kind, input);
  }
}

const withoutComputed = (record: object | undefined) =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !computedFields.includes(name)));

/** Whether QuickBooks has checked the record and rejected it. */
export function isRefusal(status: number, faults: readonly Fault[] | undefined): faults is Fault[] {
  return status === 400 && faults !== undefined && !faults.some(({ code }) => accessCodes.includes(code));
}

function readAnswer(answer: ProviderAnswer, kind: PushKind, { http, wish }: PushInput): PushAnswer {
  const { status: providerStatus, body } = answer;
  const faults = readFaults(body);
  if (isRefusal(answer.status, faults)) return refused(answer, faults, kind.fields);
  if (providerStatus !== 200) return fail(answer, http);
  return readQuickbooks<PushAnswer>(body, (text) => {
    const record = readRecord(recordText(text, kind.source.entity), kind.source);
    // A payment that was voided leaves the data set, like a deleted one.
    const isOther = !isVoid(wish) && (wish.operation === 'delete') !== (record.isDeleted === true);
    if (isOther || (wish.operation !== 'create' && record.id !== wish.recordId))
      throw new Unavailable('QuickBooks returned a different record from the one that was written.');
    return { kind: 'done', providerStatus, record };
  });
}

/**
 * Returns the JSON text of the record in `{"Invoice":{…},"time":"…"}`. If the response has exactly these two fields in
 * this order, the text is exactly as QuickBooks sent it. Otherwise, the record is serialized again.
 */
function recordText(text: string, entity: string): string {
  const { [entity]: record } = parseExact(text) as Record<string, object | undefined>;
  if (!record) throw new SyntaxError('The response has no record.');
  const [, whole] =
    new RegExp(`^\\s*\\{\\s*"${entity}"\\s*:\\s*(\\{.*\\})\\s*,\\s*"time"\\s*:\\s*"[^"]*"\\s*\\}\\s*$`, 's').exec(
      text,
    ) ?? [];
  return whole ?? JSON.stringify(record);
}

export function refused({ status }: ProviderAnswer, faults: readonly Fault[], fields: FieldNames): PushAnswer {
  const errors = faults.flatMap((fault) => {
    const itemId = fieldOf(fault, fields);
    return itemId === undefined ? [] : [{ itemId, message: fault.detail || fault.message }];
  });
  const told = faults.map(({ message, detail, code }) => `${detail || message} (${code})`).join(' ');
  // QuickBooks also answers 400 if the record no longer exists, or if somebody else keeps changing it. Daybook reports
  // these cases as 404 and 409.
  const isGone = faults.some(({ code }) => code === goneRecord);
  const isStale = faults.some(({ code }) => code === staleToken);
  return {
    kind: 'refused',
    providerStatus: status,
    ...(isGone ? { statusCode: 404 } : isStale && { statusCode: 409, isStale: true as const }),
    message: `QuickBooks rejected the record: ${told}`,
    errors,
  };
}
