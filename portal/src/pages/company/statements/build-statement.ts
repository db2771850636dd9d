import { t } from '../../../messages/books.ts';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { percentChange, plain, signOf, subtract, sum } from '../../../ui/money/decimal.ts';
import { periodText } from './period-text.ts';
import type { Part, StatementKind } from './statement-kinds.ts';

export type Period = { id: string; label: string; until: string; currency: string | undefined };

/** `values` has one decimal string per period, undefined where the period does not have the row. */
export type StatementRow = {
  key: string;
  kind: 'section' | 'line' | 'subtotal' | 'figure' | 'total';
  name: string;
  accountId?: string;
  /** The title of the section that the row belongs to. */
  section?: string;
  values: (string | undefined)[];
};

export type Statement = { periods: Period[]; rows: StatementRow[] };

type Item = { name: string; accountId?: string; amount: string | undefined };
type Section = { value: unknown; items?: { name: string; accountId?: string; value: unknown }[] };
export type PeriodRecord = { id: string } & Record<string, unknown>;

/** Puts the records of several periods side by side, in the order of the records. */
export function buildStatement({ parts }: Pick<StatementKind, 'parts'>, records: readonly PeriodRecord[]): Statement {
  return {
    periods: records.map(periodOf),
    rows: parts.flatMap((part) => (part.kind === 'section' ? sectionRows(part, records) : figureRows(part, records))),
  };
}

function periodOf(record: PeriodRecord): Period {
  const { id, currency } = record;
  const until = String(record.toDate ?? record.date ?? '');
  const from = typeof record.fromDate === 'string' ? record.fromDate : undefined;
  return { id, until, label: periodText(from, until), currency: typeof currency === 'string' ? currency : undefined };
}

function figureRows({ field, title, ...part }: Part, records: readonly PeriodRecord[]): StatementRow[] {
  const values = records.map((record) => amountAt(record[field]));
  if (values.every((value) => value === undefined)) return [];
  const isTotal = 'isTotal' in part && part.isTotal;
  return [{ key: field, kind: isTotal ? 'total' : 'figure', name: title, values }];
}

function sectionRows(part: Part & { kind: 'section' }, records: readonly PeriodRecord[]): StatementRow[] {
  const { field, title, total } = part;
  const sections = records.map((record) => record[field] as Section | undefined);
  if (sections.every((section) => section === undefined)) return [];
  const lines = mergeLines(sections.map(itemsOf));
  const rows = lines.map(
    ({ item, values }, place): StatementRow => ({
      key: `${field} ${place}`,
      kind: 'line',
      name: item.name,
      section: title,
      ...(item.accountId !== undefined && { accountId: item.accountId }),
      values,
    }),
  );
  return [
    { key: `${field} head`, kind: 'section', name: title, section: title, values: [] },
    ...rows,
    {
      key: `${field} total`,
      kind: 'subtotal',
      name: total,
      section: title,
      values: sections.map((section) => amountAt(section?.value)),
    },
  ];
}

/** The items of a section. What the section has beyond its items is a row too, so that the rows add up. */
function itemsOf(section: Section | undefined): Item[] {
  const items = (section?.items ?? []).map(({ value, ...item }) => ({ ...item, amount: amountAt(value) }));
  const total = amountAt(section?.value);
  if (items.length === 0 || total === undefined) return items;
  const rest = subtract(total, sum(items.flatMap(({ amount }) => amount ?? [])));
  return signOf(rest) === 0 ? items : [...items, { name: t('notItemized'), amount: rest }];
}

type Line = { item: Item; key: string; values: (string | undefined)[] };

/**
 * Merges the items of all periods. An item that only some periods have stands where these periods have it: after the
 * item before it. An account is recognized by its id, so a renamed account stays one row, with its newest name.
 */
export function mergeLines(periods: readonly (readonly Item[])[]): Line[] {
  const lines: Line[] = [];
  for (const [period, items] of periods.entries()) {
    const seen = new Map<string, number>();
    let place = 0;
    for (const item of items) {
      const own = item.accountId === undefined ? `name ${item.name}` : `account ${item.accountId}`;
      const times = (seen.get(own) ?? 0) + 1;
      seen.set(own, times);
      const key = `${own} ${times}`;
      let at = lines.findIndex((line) => line.key === key);
      if (at === -1) {
        at = place;
        lines.splice(at, 0, { item, key, values: periods.map(() => undefined) });
      }
      const line = lines[at];
      if (line) line.values[period] = item.amount;
      place = at + 1;
    }
  }
  return lines;
}

export function amountAt(value: unknown): string | undefined {
  const digits = digitsOf(value);
  return digits === undefined ? undefined : plain(digits);
}

export type Change = { amount: string; percent: string | undefined };

/** The change of a row between two periods. A row that a period does not have counts as zero there. */
export function changeOf(row: StatementRow, { from, to }: { from: number; to: number }): Change | undefined {
  const [before, after] = [row.values[from], row.values[to]];
  if (before === undefined && after === undefined) return undefined;
  return { amount: subtract(after ?? '0', before ?? '0'), percent: percentChange(before ?? '0', after ?? '0') };
}
