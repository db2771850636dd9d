import type { Row } from './quickbooks-books.ts';

/**
 * QuickBooks' query language: `select * from Invoice where TxnDate >= '2026-09-01' and Balance > '0' orderby Id
 * startposition 1 maxresults 100`. As at QuickBooks, there is no OR, and a page has at most 1,000 records.
 */
export type Query = {
  entity: string;
  isCount: boolean;
  fits: (row: Row) => boolean;
  order: (a: Row, b: Row) => number;
  start: number;
  count: number;
};

const clauses =
  /^select\s+(\*|count\(\*\))\s+from\s+(\w+)(?:\s+where\s+(.+?))?(?:\s+order\s?by\s+([\w.]+)(?:\s+(asc|desc))?)?(?:\s+startposition\s+(\d+))?(?:\s+maxresults\s+(\d+))?\s*$/i;

/** Returns undefined for a query that cannot be parsed. */
export function parseQuery(text: string): Query | undefined {
  const [whole, what = '', entity = '', where, by = 'Id', direction, start = '1', count = '100'] =
    clauses.exec(text) ?? [];
  if (whole === undefined || Number(count) > 1000 || Number(start) < 1) return undefined;
  const conditions = where === undefined ? [] : where.split(/\s+and\s+/i).map(conditionOf);
  if (conditions.includes(undefined)) return undefined;
  // Inactive records are left out unless the query says otherwise.
  const asksActive = /\bActive\b/.test(where ?? '');
  const sign = /desc/i.test(direction ?? '') ? -1 : 1;
  return {
    entity,
    isCount: what !== '*',
    fits: (row) => (asksActive || row.Active !== false) && conditions.every((fits) => fits?.(row)),
    order: (a, b) => sign * compare(valueAt(a, by), valueAt(b, by)),
    ...{ start: Number(start), count: Number(count) },
  };
}

const valueAt = (row: Row, path: string) =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Row | undefined)?.[name], row);

function compare(a: unknown, b: unknown): number {
  const [left, right] = [Number(a), Number(b)];
  if (!Number.isNaN(left) && !Number.isNaN(right) && a !== '' && b !== '') return left - right;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

const operators: Record<string, (difference: number) => boolean> = {
  '=': (difference) => difference === 0,
  '<': (difference) => difference < 0,
  '>': (difference) => difference > 0,
  '<=': (difference) => difference <= 0,
  '>=': (difference) => difference >= 0,
};

const isLiteral = (text: string) => /^('(?:[^'\\]|\\.)*'|-?\d+(\.\d+)?|true|false)$/i.test(text);
const literal = (text: string) => (/^'.*'$/s.test(text) ? text.slice(1, -1).replaceAll("\\'", "'") : text);

function conditionOf(text: string): ((row: Row) => boolean) | undefined {
  const [, path = '', operator = '', given = ''] =
    /^([\w.]+)\s*(<=|>=|=|<|>|in|like)\s*(.+)$/is.exec(text.trim()) ?? [];
  const held = (row: Row) => valueAt(row, path);
  if (/^in$/i.test(operator)) {
    const values = given
      .replace(/^\(|\)$/g, '')
      .split(',')
      .map((one) => literal(one.trim()));
    return (row) => values.some((value) => String(held(row)) === value);
  }
  if (/^like$/i.test(operator)) {
    const pattern = literal(given)
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*');
    return (row) => new RegExp(`^${pattern}$`, 'i').test(String(held(row)));
  }
  const holds = operators[operator];
  if (!holds || !isLiteral(given)) return undefined;
  return (row) => held(row) !== undefined && holds(compare(held(row), literal(given)));
}
