import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Tags } from '../../accounts/wire.ts';
import { name } from '../../companies/wire.ts';
import type { WantedConnection } from '../../connections/oauth/import/wanted-connection.ts';
import { readCsv } from '../../csv/read-csv.ts';
import { UsageError } from '../command.ts';

const uuid = Type.String({ format: 'uuid' });
const token = Type.String({ minLength: 1, maxLength: 8000, pattern: '^[\\x21-\\x7e]+$' });

/** A line of the file: the names of JSON members, and of CSV columns. */
const Line = Type.Object(
  {
    accountId: Type.Optional(uuid),
    companyId: Type.Optional(uuid),
    companyName: Type.Optional(name),
    tags: Type.Optional(Tags),
    platform: Type.String({ minLength: 1, maxLength: 50 }),
    tenant: Type.String({ minLength: 1, maxLength: 200 }),
    refreshToken: token,
    accessToken: Type.Optional(token),
    accessTokenExpires: Type.Optional(Type.String({ format: 'date-time' })),
    clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  },
  { additionalProperties: false },
);
type Line = Static<typeof Line>;
const compiled = Compile(Line);
const columns = Object.keys(Line.properties);

/** One line of the file, numbered as in an editor (NDJSON) or by records after the header (CSV). */
export type ImportLine = { line: number; platform: string; tenant: string } & (
  | { wanted: WantedConnection }
  | { problem: string }
);

/** Reads NDJSON, or CSV if the first line is a header. No message contains a value of the file. */
export function readImport(text: string, { accountId }: { accountId: string | undefined }): ImportLine[] {
  const isJson = /^\s*\{/.test(text);
  const read = isJson ? readJsonLines(text) : readCsvLines(text);
  if (read.length === 0) throw new UsageError('The file has no lines.');
  const lines = read.map((one) => checkLine(one, accountId));
  return lines.map((one, at) => {
    if (!('wanted' in one)) return one;
    const first = lines.slice(0, at).find((other) => 'wanted' in other && isSame(other.wanted, one.wanted));
    return first ? { ...briefOf(one), problem: `It repeats line ${first.line}.` } : one;
  });
}

type ReadLine = { line: number; value: unknown };

function readJsonLines(text: string): ReadLine[] {
  return text.split('\n').flatMap((one, at) => {
    if (one.trim() === '') return [];
    try {
      return [{ line: at + 1, value: JSON.parse(one) }];
    } catch {
      return [{ line: at + 1, value: undefined }];
    }
  });
}

function readCsvLines(text: string): ReadLine[] {
  const [header = [], ...rows] = readCsv(text);
  const unknown = header.find((column) => !columns.includes(column));
  if (unknown !== undefined || header.length === 0)
    throw new UsageError(`The first line must name the columns; known are ${columns.join(', ')}.`);
  return rows.map((row, at) => {
    const line = at + 1;
    if (row.length !== header.length) return { line, value: undefined };
    const entries = header.map((column, i) => [column, row[i] ?? ''] as const).filter(([, value]) => value !== '');
    const { tags, ...others } = Object.fromEntries(entries);
    return { line, value: tags === undefined ? others : { ...others, tags: readTags(tags) } };
  });
}

/** `region=EU;tier=gold` */
const readTags = (text: string) =>
  Object.fromEntries(text.split(';').map((pair) => [pair.split('=')[0], pair.split('=').slice(1).join('=')]));

function checkLine({ line, value }: ReadLine, accountId: string | undefined): ImportLine {
  const textOf = (name: string) => {
    const found = (value as Record<string, unknown> | undefined)?.[name];
    return typeof found === 'string' ? found.slice(0, 200) : '';
  };
  const brief = { line, platform: textOf('platform'), tenant: textOf('tenant') };
  if (value === undefined) return { ...brief, problem: 'It cannot be parsed.' };
  if (!compiled.Check(value)) return { ...brief, problem: problemOf(value) };
  const account = value.accountId ?? accountId;
  if (!account) return { ...brief, problem: 'accountId is missing: give it in the line, or with --account.' };
  if ((value.companyId === undefined) === (value.companyName === undefined))
    return { ...brief, problem: 'Give either companyId or companyName.' };
  if (value.companyId !== undefined && value.tags !== undefined)
    return { ...brief, problem: 'Give tags only with companyName: they are for a new company.' };
  const expires = value.accessTokenExpires === undefined ? undefined : new Date(value.accessTokenExpires);
  if (expires && Number.isNaN(expires.getTime()))
    return { ...brief, problem: 'accessTokenExpires is not a valid time.' };
  return { ...brief, wanted: wantedOf(value, { accountId: account, expires }) };
}

function wantedOf(
  line: Line,
  { accountId, expires }: { accountId: string; expires: Date | undefined },
): WantedConnection {
  const { companyId, companyName = '', tags = {}, platform, tenant, refreshToken, accessToken, clientId } = line;
  return {
    ...{ accountId: accountId.toLowerCase(), platformKey: platform, tenant, refreshToken },
    company: companyId === undefined ? { name: companyName, tags } : { companyId: companyId.toLowerCase() },
    ...(accessToken !== undefined && { accessToken }),
    ...(expires !== undefined && { accessTokenExpires: expires }),
    ...(clientId !== undefined && { clientId }),
  };
}

/** Names the field, never its value. */
function problemOf(value: unknown): string {
  const [first] = compiled.Errors(value);
  const field = first?.instancePath.slice(1);
  const known = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  const unknown = known.filter((one) => !columns.includes(one));
  if (unknown.length > 0) return `It has unknown fields. Known are ${columns.join(', ')}.`;
  return field ? `${field} ${first?.message}.` : `It ${first?.message ?? 'is not an object'}.`;
}

const briefOf = ({ line, platform, tenant }: ImportLine) => ({ line, platform, tenant });

const isSame = (one: WantedConnection, other: WantedConnection) =>
  one.accountId === other.accountId && one.platformKey === other.platformKey && one.tenant === other.tenant;
