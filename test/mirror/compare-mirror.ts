import type pg from 'pg';
import { mirrorTable } from '../../src/mirror/mirror-tables.ts';

/**
 * Compares the tables of a mirror with the API, record by record, by reading all pages: a way of its own, without the
 * export, the change feed and the hash that the mirror uses. Returns one line for each difference.
 */
export async function compareMirror(
  source: { url: string; key: string },
  target: { client: pg.Client; schema: string },
  chosen: { dataTypes: readonly string[]; companies?: ReadonlySet<string> },
): Promise<string[]> {
  const differences: string[] = [];
  const expected = await readEverything(source, chosen);
  for (const dataType of chosen.dataTypes) {
    const table = mirrorTable(dataType);
    const { rows } = await target.client.query<Record<string, string | null>>(
      `select t.company_id || ' ' || t.connection_id || ' ' || t.id as key, t.record::text as record,
        ${table.columns.map(({ name, type }) => `t."${name}"${type === 'timestamptz' ? '' : '::text'} as "${name}"`).join(', ')}
      from "${target.schema}"."${table.name}" t`,
    );
    const records = expected.get(dataType) ?? new Map<string, string>();
    for (const row of rows) {
      const key = row.key ?? '';
      const wanted = records.get(key);
      records.delete(key);
      if (wanted === undefined) differences.push(`${dataType} ${key} is only in the mirror`);
      else if (canonical(wanted) !== canonical(row.record ?? ''))
        differences.push(`${dataType} ${key} differs: ${wanted} / ${row.record}`);
      else
        for (const { name, type } of table.columns)
          if (!isSameValue(wanted, { dataType, name, type, value: row[name] ?? null }))
            differences.push(`${dataType} ${key}: the column ${name} is ${row[name]} in ${wanted}`);
    }
    for (const key of records.keys()) differences.push(`${dataType} ${key} is missing in the mirror`);
  }
  return differences;
}

type Page = { results: unknown[]; _links: { next?: { href: string } } };

/** Every record as its own text, by data type and key. */
async function readEverything(source: { url: string; key: string }, chosen: Parameters<typeof compareMirror>[2]) {
  const authorization = `Basic ${Buffer.from(source.key).toString('base64')}`;
  async function* pages(path: string): AsyncGenerator<{ text: string; page: Page }> {
    for (let next: string | undefined = path; next !== undefined; ) {
      const response: Response = await fetch(source.url + next, { headers: { authorization } });
      const text = await response.text();
      // The first sync has not completed, or the connection was deleted meanwhile.
      if ([403, 404, 409].includes(response.status)) return;
      if (!response.ok) throw new Error(`GET ${next}: ${response.status} ${text}`);
      const page: Page = JSON.parse(text);
      yield { text, page };
      const href: string | undefined = page._links.next?.href;
      next = href && new URL(href).pathname + new URL(href).search;
    }
  }
  const found = new Map(chosen.dataTypes.map((name) => [name, new Map<string, string>()]));
  const idsAt = async (path: string, name: string) => {
    const ids: string[] = [];
    for await (const { page } of pages(`${path}?pageSize=500`))
      ids.push(...page.results.map((one) => (one as Record<string, string>)[name] ?? ''));
    return ids;
  };
  for (const companyId of await idsAt('/companies', 'companyId')) {
    if (chosen.companies && !chosen.companies.has(companyId)) continue;
    for (const connectionId of await idsAt(`/companies/${companyId}/connections`, 'connectionId'))
      for (const dataType of chosen.dataTypes) {
        const path = `/companies/${companyId}/connections/${connectionId}/data/${dataType}?pageSize=500`;
        for await (const { text } of pages(path))
          for (const record of recordsIn(text))
            found.get(dataType)?.set(`${companyId} ${connectionId} ${JSON.parse(record).id}`, record);
      }
  }
  return found;
}

/** The texts of the records, with all digits: numbers keep their source text. */
function recordsIn(text: string): string[] {
  const exact = JSON.parse(text, keepDigits as never) as { results: object[] };
  return exact.results.map((record) => JSON.stringify(record));
}

const rawJson = (text: string) => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(text);
const keepDigits = (_key: string, value: unknown, { source }: { source: string }) =>
  typeof value === 'number' ? rawJson(source) : value;

/** The same JSON has the same text, whatever the spaces and the order of the fields. */
function canonical(text: string): string {
  const exact = JSON.parse(text, keepDigits as never);
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null || 'rawJSON' in value) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, inner]) => [name, sorted(inner)]),
    );
  };
  return JSON.stringify(sorted(exact));
}

/** Whether a typed column has the value of its field. The field is found by the name of the column. */
function isSameValue(
  record: string,
  column: { dataType: string; name: string; type: string; value: unknown },
): boolean {
  const flat = flatten(JSON.parse(record, keepDigits as never));
  const wanted = flat.get(column.name);
  if (wanted === undefined || wanted === null) return column.value === null;
  if (column.type === 'numeric') return JSON.stringify(wanted) === column.value;
  if (column.type === 'timestamptz') return new Date(String(wanted)).getTime() === (column.value as Date)?.getTime();
  if (column.type === 'boolean') return String(wanted) === column.value;
  return column.type === 'jsonb' || wanted === column.value;
}

function flatten(value: object, before = ''): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, inner] of Object.entries(value)) {
    const own = before + name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !('rawJSON' in inner))
      for (const [key, deeper] of flatten(inner, `${own}_`)) found.set(key, deeper);
    else found.set(own, inner);
  }
  return found;
}
