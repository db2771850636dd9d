import { amountOf, negate, plainText, signOf, subtract, sum } from '@daybook/connector-kit';
import { currencyIn } from '../values/parse-amount.ts';
import { fieldsOf, lineLists, type MappableField, singleLists } from './fields.ts';
import { cellOf, readDecimal, readValue, ValueProblem } from './read-value.ts';
import type { SourceRow, TableSource } from './record-source.ts';

type Plain = Record<string, unknown>;
type Context = { source: TableSource; fields: readonly MappableField[] };

/** Computes a record from its source. Throws ValueProblem if a value cannot be read or a required one is missing. */
export function buildRecord(source: TableSource): object {
  const { dataType } = source.mapping;
  const context: Context = { source, fields: fieldsOf(dataType) };
  const record: Plain = {};
  for (const field of context.fields) if (!field.isLine) putHead(record, field, context);
  const lists = new Set(context.fields.filter(({ isLine }) => isLine).map(({ name }) => name.split('.')[0] ?? ''));
  for (const list of lists) {
    const lines = source.rows.flatMap((row, at) => lineOf({ list, row, at, context }) ?? []);
    if (lines.length > 0) record[list] = lines;
  }
  const ownAmounts = context.fields.filter(({ name }) => !name.startsWith('journalLines.'));
  source.rows.forEach((row, at) => {
    putCurrency(record, 'currency', { row, at, fields: ownAmounts, context });
  });
  completions[dataType]?.(record, context);
  complete(record, dataType);
  for (const field of context.fields) requireField(record, field);
  for (const name of ['amountPaid', 'moneyIn', 'moneyOut']) delete record[name];
  return record;
}

type CurrencyInput = { row: SourceRow; at: number; fields: readonly MappableField[]; context: Context };

/** Programs write the currency beside the amount. An amount in another currency than the one of the record is refused. */
function putCurrency(to: Plain, field: string, { row, at, fields, context }: CurrencyInput): void {
  if (!context.fields.some(({ name }) => name === field)) return;
  const property = field.split('.').at(-1) ?? '';
  for (const one of fields) {
    if (one.kind !== 'amount') continue;
    const text = cellOf({ field: one, row, mapping: context.source.mapping }) ?? '';
    const currency = currencyIn(text);
    if (currency === undefined) continue;
    to[property] ??= currency;
    if (to[property] === currency) continue;
    const message = `The amount is in ${currency}, but the currency is ${to[property]}.`;
    throw new ValueProblem(message, { at, field: one.name, value: text.slice(0, 100) });
  }
}

/** A field of the head stands in the first row, and may be repeated in the others with the same text. */
function putHead(record: Plain, field: MappableField, { source }: Context): void {
  const { rows, mapping } = source;
  const texts = rows.map((row) => row.fields[field.name]);
  const at = texts.findIndex((text) => text !== undefined);
  const other = texts.findIndex((text, place) => place > at && text !== undefined && text !== texts[at]);
  if (other >= 0)
    throw new ValueProblem('The rows of one record have different values.', {
      ...{ at: other, field: field.name, value: texts[other]?.slice(0, 100) ?? '' },
    });
  const row = rows[Math.max(at, 0)];
  if (row) put(record, field.name, readValue({ field, row, at: Math.max(at, 0), mapping }));
}

function put(record: Plain, path: string, value: unknown): void {
  if (value === undefined) return;
  const names = path.split('.');
  const last = names.pop() as string;
  let at = record;
  for (const name of names) {
    const isList = singleLists.includes(name);
    at[name] ??= isList ? [{}] : {};
    at = (isList ? (at[name] as Plain[])[0] : at[name]) as Plain;
  }
  at[last] = value;
}

type LineInput = { list: string; row: SourceRow; at: number; context: Context };

function lineOf({ list, row, at, context: { source, fields } }: LineInput): Plain | undefined {
  const own = fields.filter(({ isLine, name }) => isLine && name.startsWith(`${list}.`));
  if (!own.some(({ name }) => row.fields[name] !== undefined)) return undefined;
  const line: Plain = {};
  const decimal = (name: string) => {
    const field = own.find((one) => one.name === `${list}.${name}`);
    return field && readDecimal({ field, row, at, mapping: source.mapping });
  };
  for (const field of own)
    put(line, field.name.slice(list.length + 1), readValue({ field, row, at, mapping: source.mapping }));
  putCurrency(line, `${list}.currency`, { row, at, fields: own, context: { source, fields } });
  if (list === 'journalLines') completeJournalLine(line, { at, decimal });
  else completeItemLine(line, { at, decimal });
  nameRefs(line);
  return line;
}

type LineContext = { at: number; decimal(name: string): string | undefined };

function completeJournalLine(line: Plain, { at, decimal }: LineContext): void {
  const debit = decimal('debit');
  const credit = decimal('credit');
  delete line.debit;
  delete line.credit;
  if (line.netAmount === undefined && (debit !== undefined || credit !== undefined))
    line.netAmount = amountOf(subtract(debit ?? '0', credit ?? '0'));
  if (line.netAmount === undefined) throw new ValueProblem('The line has no amount.', { at });
  if (line.accountRef === undefined) throw new ValueProblem('The line has no account.', { at });
}

/** Without a quantity, the line is one piece. Without a price, its total is the price of one piece. */
function completeItemLine(line: Plain, { at, decimal }: LineContext): void {
  const total = decimal('subTotal') ?? decimal('totalAmount');
  line.quantity ??= 1;
  if (line.unitAmount !== undefined) return;
  if (total === undefined || textOf(line.quantity) !== '1')
    throw new ValueProblem('The line has no unit amount.', { at, field: 'lineItems.unitAmount' });
  line.unitAmount = amountOf(total);
}

const textOf = (value: unknown) => plainText(JSON.stringify(value));

/** A reference without an id is identified by its name. */
function nameRefs(record: Plain): void {
  for (const [name, value] of Object.entries(record)) {
    if (!value || typeof value !== 'object' || Array.isArray(value)) continue;
    const reference = value as Plain;
    if (!name.endsWith('Ref')) nameRefs(reference);
    else reference.id ??= reference.companyName ?? reference.supplierName ?? reference.name;
    if (name.endsWith('Ref') && reference.id === undefined) delete record[name];
  }
}

function complete(record: Plain, dataType: string): void {
  nameRefs(record);
  const [address] = (record.addresses as Plain[] | undefined) ?? [];
  if (address) address.type ??= 'Unknown';
  if (dataType === 'accounts' || dataType === 'items') record.type ??= 'Unknown';
  if (dataType === 'accounts') record.status ??= 'Active';
  if (dataType === 'items') record.itemStatus ??= 'Active';
  if (['customers', 'suppliers', 'taxRates'].includes(dataType)) record.status ??= 'Active';
  if (/CreditNotes?$|^creditNotes$/.test(dataType)) record.status ??= 'Unknown';
}

const completions: Record<string, (record: Plain, context: Context) => void> = {
  invoices: completeDocument,
  bills: completeDocument,
  creditNotes: completeTotal,
  billCreditNotes: completeTotal,
  bankTransactions: completeBankTransaction,
  journalEntries: requireBalance,
};

function completeTotal(record: Plain): void {
  if (record.totalAmount !== undefined) return;
  const lines = (record.lineItems as Plain[] | undefined) ?? [];
  if (lines.length > 0 && lines.every(({ totalAmount }) => totalAmount !== undefined))
    record.totalAmount = amountOf(sum(lines.map(({ totalAmount }) => textOf(totalAmount))));
  else if (record.subTotal !== undefined && record.totalTaxAmount !== undefined)
    record.totalAmount = amountOf(sum([textOf(record.subTotal), textOf(record.totalTaxAmount)]));
}

/** The open amount follows from the paid one or the state; the state follows from the open amount. */
function completeDocument(record: Plain, { source }: Context): void {
  completeTotal(record);
  if (record.totalAmount === undefined) return;
  const total = textOf(record.totalAmount);
  const open = source.mapping.dataType === 'bills' ? 'Open' : 'Submitted';
  if (record.amountDue === undefined && record.amountPaid !== undefined)
    record.amountDue = amountOf(subtract(total, textOf(record.amountPaid)));
  if (record.amountDue === undefined && ['Paid', 'Void'].includes(String(record.status))) record.amountDue = 0;
  if (record.amountDue === undefined && ['Draft', open].includes(String(record.status)))
    record.amountDue = record.totalAmount;
  if (record.amountDue === undefined)
    throw new ValueProblem('The open amount is missing.', { at: 0, field: 'amountDue' });
  const due = textOf(record.amountDue);
  const isWhole = signOf(subtract(total, due)) === 0;
  record.status ??= signOf(due) === 0 ? 'Paid' : isWhole ? open : 'PartiallyPaid';
}

function completeBankTransaction(record: Plain): void {
  if (record.amount !== undefined) return;
  if (record.moneyIn === undefined && record.moneyOut === undefined) return;
  const out = textOf(record.moneyOut ?? 0);
  record.amount = amountOf(sum([textOf(record.moneyIn ?? 0), signOf(out) > 0 ? negate(out) : out]));
}

/** An entry of one currency that does not balance is incomplete. Amounts of several currencies cannot be compared. */
function requireBalance(record: Plain): void {
  const lines = (record.journalLines as Plain[] | undefined) ?? [];
  if (lines.length === 0) throw new ValueProblem('The entry has no lines.', { at: 0 });
  const total = sum(lines.map(({ netAmount }) => textOf(netAmount)));
  if (new Set(lines.map(({ currency }) => currency)).size === 1 && signOf(total) !== 0)
    throw new ValueProblem(`The lines of the entry sum to ${total}, not to zero.`, { at: 0 });
}

function requireField(record: Plain, { name, isLine, isRequired }: MappableField): void {
  const isNeeded = isRequired || ['amount', 'totalAmount', 'amountDue', 'bankAccountRef.id'].includes(name);
  if (!isNeeded || isLine || lineLists.includes(name)) return;
  const value = name.split('.').reduce<unknown>((at, part) => (at as Plain | undefined)?.[part], record);
  if (value === undefined) throw new ValueProblem('The value is missing.', { at: 0, field: name });
}
