import { amountOf } from '@daybook/connector-kit';
import { parseAmount } from '../values/parse-amount.ts';
import { parseDate } from '../values/parse-date.ts';
import { textProblem, withoutGuard } from '../values/parse-text.ts';
import { choiceOf } from './choice-words.ts';
import type { MappableField } from './fields.ts';
import type { SourceRow, TableSource } from './record-source.ts';

/** A value that cannot be read. `at` is the position of the row in its record. */
export class ValueProblem extends Error {
  readonly at: number;
  readonly field: string | undefined;
  readonly value: string | undefined;
  constructor(message: string, { at, field, value }: { at: number; field?: string; value?: string }) {
    super(message);
    this.at = at;
    this.field = field;
    this.value = value;
  }
}

type Input = { field: MappableField; row: SourceRow; at: number; mapping: TableSource['mapping'] };

/** The text of a field in a row: its cell, or the constant. */
export const cellOf = ({ field, row, mapping }: Omit<Input, 'at'>): string | undefined =>
  row.fields[field.name] ?? (mapping.constants[field.name]?.trim() || undefined);

/** Reads the value of a field. Undefined if the cell is empty. Throws ValueProblem. */
export function readValue(input: Input): unknown {
  const { field, at, mapping } = input;
  const text = cellOf(input);
  if (text === undefined) return undefined;
  const fail = (message: string): never => {
    throw new ValueProblem(message, { at, field: field.name, value: text.slice(0, 100) });
  };
  if (field.kind === 'amount') {
    const amount = readDecimal(input);
    return amount === undefined ? undefined : amountOf(amount);
  }
  if (field.kind === 'date') {
    const date = parseDate(text, mapping.dateOrder);
    return date ? `${date}T00:00:00Z` : fail(`This is not a date in the order ${mapping.dateOrder}.`);
  }
  if (field.kind === 'currency') return currencyOf(text) ?? fail('This is not a currency code such as EUR.');
  if (field.kind === 'choice')
    return choiceOf(text, field.choices ?? []) ?? fail(`Use one of: ${field.choices?.join(', ')}.`);
  if (field.kind === 'flag') return flagOf(text) ?? fail('This is neither yes nor no.');
  const problem = textProblem(text);
  return problem ? fail(`The text ${problem}`) : withoutGuard(text);
}

/** Reads an amount as a decimal number. A hyphen alone stands for no value. */
export function readDecimal(input: Input): string | undefined {
  const { field, row, at, mapping } = input;
  const text = cellOf(input);
  if (text === undefined || /^[-–—]$/.test(text)) return undefined;
  const isStored = row.numbers?.includes(field.name) ?? false;
  const isRate = /Rate$/.test(field.name) && field.name !== 'currencyRate';
  const [, bare, percent] = /^(.*?)\s*(%?)$/.exec(text) ?? [];
  const value =
    percent && !isRate
      ? undefined
      : parseAmount(bare ?? '', isStored || isSheetPercent(text, row) ? '.' : mapping.decimalMark);
  if (value === undefined)
    throw new ValueProblem(`This is not an amount with the decimal mark "${mapping.decimalMark}".`, {
      ...{ at, field: field.name, value: text.slice(0, 100) },
    });
  return value;
}

/** A spreadsheet's percentages are written with a point, whatever the mapping says of texts. */
const isSheetPercent = (text: string, row: SourceRow) => row.numbers !== undefined && /^-?\d+(\.\d+)?%$/.test(text);

const symbols: Record<string, string> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '₹': 'INR',
  zł: 'PLN',
  '₺': 'TRY',
  '₴': 'UAH',
};

function currencyOf(text: string): string | undefined {
  if (symbols[text]) return symbols[text];
  return /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : undefined;
}

function flagOf(text: string): boolean | undefined {
  if (/^(true|yes|y|1|x|ja|oui|si|sí|sim|tak)$/i.test(text)) return true;
  if (/^(false|no|n|0|nein|non|não|nie)$/i.test(text)) return false;
  return undefined;
}
