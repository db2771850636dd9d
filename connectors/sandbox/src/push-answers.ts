import type { ProviderAnswer, ProviderHttp, PushAnswer } from '@daybook/connector-kit';
import { PaymentRequired, PermissionDenied, Unavailable } from '@daybook/connector-kit';
import { type MapRecord, readRecord } from './pull-records.ts';
import { type FieldNames, ourField } from './push-fields.ts';
import { fail, readJson } from './request-sandbox.ts';

/** Statuses with which the sandbox rejects a request and changes nothing. */
const refusing = [400, 404, 405, 409, 413, 415, 422];
const pollWithoutAdviceMs = 1000;

/** Interprets the sandbox's response to a write, a poll or a search. */
export function readAnswer(
  answer: ProviderAnswer,
  { http, map, fields, recordId }: { http: ProviderHttp; map: MapRecord; fields: FieldNames; recordId?: string },
): PushAnswer {
  const { status: providerStatus, body } = answer;
  if (providerStatus === 200 || providerStatus === 201) {
    const record = readJson<ReturnType<typeof readRecord>>(body, (text) => readRecord(text, map));
    if (recordId !== undefined && record.id !== recordId)
      throw new Unavailable('The sandbox returned a different record from the one that was written.');
    return { kind: 'done', providerStatus, record };
  }
  if (providerStatus === 202) {
    const { ticket, look_after_ms } = readJson<{ ticket?: unknown; look_after_ms?: unknown }>(body);
    if (typeof ticket !== 'string') throw new Unavailable('The sandbox answered 202 without a ticket.');
    const waitMs = typeof look_after_ms === 'number' && look_after_ms >= 0 ? look_after_ms : pollWithoutAdviceMs;
    return { kind: 'accepted', providerStatus, ticket, pollAtMs: http.nowMs() + waitMs };
  }
  if (refusing.includes(providerStatus)) return refused(providerStatus, body, fields);
  if (providerStatus === 402) throw new PaymentRequired("The company's plan at the sandbox does not cover writing.");
  if (providerStatus === 403) throw new PermissionDenied('These sandbox credentials may not write this data type.');
  if (providerStatus === 429) return fail(answer, http);
  throw new Unavailable(`The sandbox answered with status ${providerStatus}.`);
}

type Refusal = { error?: unknown; message?: unknown; problems?: { field?: unknown; message?: unknown }[] };

/**
 * An error response that cannot be parsed comes from a proxy between Daybook and the sandbox, so the outcome is
 * unknown.
 */
function refused(providerStatus: number, body: string, fields: FieldNames): PushAnswer {
  return readJson<PushAnswer>(body, (text) => {
    const { error, message, problems = [] } = JSON.parse(text) as Refusal;
    const errors = problems.map((problem) => ({
      itemId: ourField(fields, String(problem.field)),
      message: String(problem.message),
    }));
    const [first] = errors;
    const why = first ? `${first.itemId} ${first.message}` : String(error);
    const told = typeof message === 'string' ? message : `The sandbox rejected the record: ${why}.`;
    return { kind: 'refused', providerStatus, message: told, errors };
  });
}
