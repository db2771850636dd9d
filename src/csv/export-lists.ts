import Type, { type TObject, type TSchema } from 'typebox';
import { giveBack } from '../db/wire/page-memory.ts';
import type { Call, Reply, Route } from '../http/route.ts';
import { fieldUnknown } from '../lists/refusals.ts';
import { notWithCsv, onlyWithCsv, tooManyColumns } from './csv-refusals.ts';
import { csvLine } from './csv-text.ts';

/** Rows of a page. One page is held in memory. */
const rowsAtOnce = 500;
const columnsMax = 100;

export const csvParameters = {
  format: Type.Optional(
    Type.Literal('csv', {
      description:
        'Returns all results of the filter as a CSV file (RFC 4180) instead of one page as JSON. A text that a spreadsheet would run as a formula begins with an apostrophe.',
    }),
  ),
  columns: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4000,
      description:
        'With `format=csv`: the fields to export, separated by commas. The default is all fields. A list is exported as JSON.',
    }),
  ),
};

type Query = Record<string, unknown> & { format?: 'csv'; columns?: string };

/**
 * Lets every list be exported with `format=csv`, unless its route has a way of its own. The file has what the pages of
 * the list have: it is written from them, one after the other, by their cursors.
 */
export function exportLists(routes: readonly Route[]): Route[] {
  return routes.map((route) => {
    const item = itemOf(route);
    return item ? withCsv(route, item) : route;
  });
}

/** The schema of a result, if the route returns a list in pages that can be followed by cursors. */
function itemOf({ method, query, answers }: Route): TObject | undefined {
  const { properties } = (query ?? {}) as { properties?: Record<string, TSchema> };
  if (method !== 'GET' || !properties?.cursor || properties.format) return undefined;
  const page = answers[200]?.schema as { properties?: { results?: { items?: TObject } } } | undefined;
  const item = page?.properties?.results?.items;
  return item?.properties ? item : undefined;
}

function withCsv(route: Route, item: TObject): Route {
  const { query, answers } = route;
  const handler = route.act ? 'act' : 'read';
  const read = route[handler];
  if (!read) throw new Error(`The list ${route.operationId} has no handler.`);
  return {
    ...route,
    query: Type.Object({ ...(query as TObject).properties, ...csvParameters }, { additionalProperties: false }),
    answers: { ...answers, 200: { description: '', ...answers[200], isAlsoCsv: true } },
    async [handler](call: Call) {
      const { format, columns, ...rest } = call.query as Query;
      if (format === undefined && columns !== undefined) throw onlyWithCsv();
      if (format === undefined) return read({ ...call, query: rest });
      for (const name of ['page', 'pageSize', 'cursor']) if (rest[name] !== undefined) throw notWithCsv(name);
      return exportPages(route, read, { call, query: rest, columns: columnsOf(columns, item) });
    },
  };
}

type Page = { results: Record<string, unknown>[]; _links: { next?: { href: string } } };

async function exportPages(
  route: Route,
  read: NonNullable<Route['read']>,
  { call, query, columns }: { call: Call; query: Query; columns: string[] },
): Promise<Reply> {
  const pageAt = async (cursor: string | undefined): Promise<Page> => {
    const wanted = { ...query, pageSize: rowsAtOnce, ...(cursor !== undefined && { cursor }) };
    return pageOf(await read({ ...call, query: wanted, ifNoneMatch: undefined }));
  };
  const paths = columns.map((column) => column.split('.'));
  // Read before the stream begins, so that a bad filter gets a normal error response.
  const first = await pageAt(undefined);
  async function* lines() {
    yield csvLine(columns);
    for (let page: Page | undefined = first; page; ) {
      if (page.results.length > 0)
        yield page.results.map((row) => csvLine(paths.map((path) => textAt(row, path)))).join('');
      const cursor = cursorOf(page, call);
      page = cursor === undefined ? undefined : await pageAt(cursor);
    }
  }
  const name = route.path.split('/').findLast((part) => !part.startsWith('{')) ?? 'list';
  return {
    stream: lines(),
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  };
}

/** Undefined after the last page. */
function cursorOf({ _links: { next } }: Page, { self }: Call): string | undefined {
  if (!next) return undefined;
  const cursor = new URL(next.href, self).searchParams.get('cursor');
  if (cursor === null) throw new Error(`The list ${self} has a next page without a cursor.`);
  return cursor;
}

async function pageOf({ body, json, stream }: Reply): Promise<Page> {
  if (body !== undefined) return body as Page;
  if (stream) {
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(Buffer.from(part));
    return JSON.parse(Buffer.concat(parts).toString());
  }
  const page = JSON.parse(String(json));
  if (json instanceof Buffer) giveBack(json);
  return page;
}

function textAt(row: Record<string, unknown>, path: readonly string[]): string | null {
  let value: unknown = row;
  for (const name of path)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? value[name as never] : undefined;
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Without a choice, all fields that are not inside a list. */
function columnsOf(text: string | undefined, item: TObject): string[] {
  const all = leavesOf(item);
  const chosen = text?.split(',').map((name) => name.trim());
  if (!chosen) return all;
  if (chosen.length > columnsMax) throw tooManyColumns(columnsMax);
  for (const name of chosen) {
    if (all.includes(name) || all.some((leaf) => name.startsWith(`${leaf}.`) || leaf.startsWith(`${name}.`))) continue;
    const error = `The parameter "columns" contains "${name}", which is not a field of this list. Allowed: ${all.join(', ')}.`;
    throw fieldUnknown({ itemId: name, error });
  }
  return chosen;
}

function leavesOf({ properties }: TObject, before = ''): string[] {
  return Object.entries(properties).flatMap(([name, inner]) =>
    (inner as TObject).properties ? leavesOf(inner as TObject, `${before}${name}.`) : [before + name],
  );
}
