import Type, { type TObject, type TProperties } from 'typebox';
import { signOf, subtract, sum } from './decimal.ts';

/** Schema parts for pushes, shared by all platforms. */

/**
 * An object schema that rejects unknown fields, so that a client cannot send a field that would be ignored without a
 * warning.
 */
export const closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const optional = Type.Optional;

export const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description && { description }) });

export const ref = (description: string) => closed({ id: text(200, description) });

/** Platforms store dates without a time. A time of day would be lost, so the schema rejects it. */
export const day = (description = '') =>
  Type.String({
    pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T00:00:00(\\.0{1,6})?Z)?$',
    description: `${description} A whole day, such as 2026-11-15 or 2026-11-15T00:00:00Z.`.trim(),
  });

/** The content of a pushed file. The body of a request, which is limited, contains it. */
export const fileContent = Type.String({
  pattern: '^[A-Za-z0-9+/]*={0,2}$',
  minLength: 1,
  maxLength: 4_000_000,
  description: 'The file in base64: at most 3,000,000 bytes before encoding.',
});

/** The `operations` of a data type whose records clients can create, update and delete. */
export const allOperations = (schema: TObject) => ({ create: schema, update: schema, delete: true }) as const;

/** The `operations` of a data type whose records clients can create and update, but not delete. */
export const createAndUpdate = (schema: TObject) => ({ create: schema, update: schema });

/**
 * The fields of a pushed bank transaction that all platforms share. The data type has no lines, but a platform must know
 * to which accounts the money is booked, and often from or to whom it went.
 */
export const bankTransactionParts = {
  bankAccountRef: ref('The id of a bank account.'),
  contactRef: closed({ dataType: Type.Enum(['customers', 'suppliers']), id: text(200) }),
  date: day('The date of the transaction.'),
  amount: Type.Number({ description: 'The whole amount: positive if it was received, negative if it was spent.' }),
};
export const bankLineParts = {
  accountRef: ref('The id of the account that the money is booked to.'),
  amount: Type.Number({
    description: 'With the sign of the transaction. The amounts of all lines add up to that of the transaction.',
  }),
};

type PushedBankTransaction = { amount?: unknown; lines?: { amount?: unknown }[] };

/** What is wrong with the amounts of a pushed bank transaction. No schema can say it. */
export function bankAmountProblem({ amount, lines = [] }: PushedBankTransaction) {
  const whole = JSON.stringify(amount);
  if (signOf(whole) === 0) return { itemId: 'amount', message: 'The amount must not be 0.' };
  const total = sum(lines.map((line) => JSON.stringify(line.amount)));
  if (signOf(subtract(whole, total)) === 0) return undefined;
  return { itemId: 'amount', message: `The amounts of the lines add up to ${total}, not to ${whole}.` };
}
