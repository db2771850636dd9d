import type { PushAnswer, PushOperation } from '@daybook/connector-kit';
import type { Refused } from '../answers.ts';

/** Maps fields of Odoo to fields of the client's record. */
export type FieldNames = Readonly<Record<string, string>>;

/** Odoo sends rejections with this status, or with 200 in a result. */
const refusedStatus = 422;

/** The record was rejected by Odoo. */
export function refusalOf(error: Refused, names: FieldNames, record: object = {}): PushAnswer {
  const itemId = names[error.field ?? ''];
  const isSent = itemId !== undefined && (itemId.split('.')[0] as string) in record;
  const { message } = error;
  return {
    ...{ kind: 'refused', providerStatus: refusedStatus, message: `Odoo does not accept the record: ${message}` },
    errors: isSent ? [{ itemId, message }] : [],
  };
}

/** The connector itself rejected the record and sent nothing. */
export function wrong(message: string, itemId: string): PushAnswer {
  return { kind: 'refused', message: `Odoo does not accept the record: ${message}`, errors: [{ itemId, message }] };
}

export const gone: PushAnswer = { kind: 'refused', statusCode: 404, message: 'Odoo has no such record.', errors: [] };

/** The record is in a state in which Odoo does not allow the change. Nothing was changed. */
export function conflict(message: string, record: object = {}): PushAnswer {
  const errors = 'status' in record ? [{ itemId: 'status', message }] : [];
  return { kind: 'refused', statusCode: 409, message, errors };
}

/** Odoo rejects a deletion because of the record's state or of what refers to it. */
export const conflictOf = ({ message }: Refused, operation: PushOperation): PushAnswer | undefined =>
  operation === 'delete' ? conflict(`Odoo does not delete the record: ${message}`) : undefined;
