import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/**
 * The SQL files in schema/; schema/README.md has the rules for writing them. `changes` are applied once, in order:
 * first the tables as one change with the number 0, then the numbered files. `functions` are applied again when they
 * differ from what the database has.
 */
export type Schema = { changes: SchemaChange[]; functions: Functions };

/**
 * `additive` is true if every program that could run before the change can also run after it. Otherwise, only programs
 * that know the change can run. If `unusedSince` is set, programs that know the change with that number can run, too.
 */
export type SchemaChange = {
  number: number;
  name: string;
  sql: string;
  checksum: string;
  additive?: boolean;
  unusedSince?: number | undefined;
};

/** `program` is the version of the program to which the functions belong. */
export type Functions = { sql: string; checksum: string; program: string };

export const tablesNumber = 0;

export async function readSchema(root = new URL('../../', import.meta.url)): Promise<Schema> {
  const [tables, changes, functions, about] = await Promise.all([
    readFolder(new URL('schema/tables/', root), /^\d{2}-[a-z0-9-]+\.sql$/),
    readFolder(new URL('schema/changes/', root), /^\d{4}-[a-z0-9-]+\.sql$/),
    readFolder(new URL('schema/functions/', root), /^[a-z0-9-]+\.sql$/),
    readFile(new URL('package.json', root), 'utf8'),
  ]);
  return {
    changes: [
      { number: tablesNumber, name: 'tables', ...join(tables), additive: false },
      ...changes.map((file) => ({
        number: Number(file.name.slice(0, 4)),
        name: file.name,
        ...join([file]),
        additive: isAdditive(file.sql) ?? false,
        unusedSince: readUnusedSince(file),
      })),
    ],
    functions: { ...join(functions), program: JSON.parse(about).version },
  };
}

type File = { name: string; sql: string };

async function readFolder(folder: URL, pattern: RegExp): Promise<File[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })));
}

function join(files: File[]): { sql: string; checksum: string } {
  const sql = files.map((file) => file.sql).join('\n');
  return { sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** Reads the line `-- additive: yes` or `-- additive: no`; undefined if there is none. */
export function isAdditive(sql: string): boolean | undefined {
  const answer = /^-- additive: (yes|no)\b/m.exec(sql)?.[1];
  return answer === undefined ? undefined : answer === 'yes';
}

/**
 * Reads the line `-- unused since: NUMBER` of a change that removes something. NUMBER is the newest change of the first
 * release that no longer uses it.
 */
function readUnusedSince({ name, sql }: File): number | undefined {
  const text = /^-- unused since: (\d{4})\b/m.exec(sql)?.[1];
  if (text === undefined) return undefined;
  if (Number(text) >= Number(name.slice(0, 4)))
    throw new Error(`schema/changes/${name}: "-- unused since" must be the number of an earlier change.`);
  return Number(text);
}

/**
 * Checks for the line `-- concurrently: yes`. Every statement of such a file creates an index without blocking running
 * programs and outside a transaction. Only `create index concurrently if not exists <name> …;` is allowed. An invalid
 * index left by a failed attempt is dropped and created again.
 */
export function isConcurrent({ sql }: Pick<SchemaChange, 'sql'>): boolean {
  return /^-- concurrently: yes\b/m.test(sql);
}

/** Whether all functions are created with the change. True for the tables of a new database. */
export const needsFunctions = ({ number }: SchemaChange): boolean => number === tablesNumber;

/**
 * Returns the SQL of a change, with the functions it uses, in a form that can run in a transaction. A file with the line
 * `-- functions: first` gets only the functions of its triggers and those that they call. All others could name columns
 * that a later change adds, and would fail in the processes of the previous release until then.
 */
export function sqlInTransaction(change: SchemaChange, functions: Functions): string {
  if (isConcurrent(change)) return change.sql.replaceAll('index concurrently ', 'index ');
  if (needsFunctions(change)) return `${functionsSql(functions)}\n${change.sql}`;
  const isFirst = /^-- functions: first\b/m.test(change.sql);
  return isFirst ? `${functionsSql({ sql: functionsOf(change.sql, functions) })}\n${change.sql}` : change.sql;
}

/** A function up to the semicolon that is in none of its quotes. */
const definition = /^create or replace function (\w+)\((?:\$\$[\s\S]*?\$\$|'[^']*'|[^;$'])*;/gm;

/** The definitions of the functions that a text calls, and of those that these call. */
function functionsOf(sql: string, functions: Functions): string {
  const all = new Map([...functions.sql.matchAll(definition)].map(([text, name]) => [name, text]));
  const found = new Map<string, string>();
  const visit = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\b(\w+)\(/g)) {
      const called = all.get(name);
      if (called === undefined || found.has(name)) continue;
      found.set(name, called);
      visit(called);
    }
  };
  visit(sql);
  return [...found.values()].join('\n');
}

/** Turns off the check of function bodies, because a function may be created before the tables that its body names. */
export const functionsSql = ({ sql }: Pick<Functions, 'sql'>) => `set local check_function_bodies = off;\n${sql}`;
