import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAdditive, readSchema } from '../src/db/schema-files.ts';
import { errorGuide } from '../src/refusals.ts';
import { arrows, roomOf } from './tidy/allowed-imports.ts';
import { findCircles } from './tidy/import-circles.ts';
import { findWrongCommands, findWrongPaths, findWrongSettings, readTexts, readVariables } from './tidy/named-things.ts';
import { ownersConnection } from './tidy/owners-connection.ts';
import { readSource, root, workspaceFiles } from './tidy/read-source.ts';
import { readClauses, readProofs, withProofs } from './tidy/requirements.ts';

/** Checks the source of the repository against its own rules. */
const source = readSource('{src,connector-kit/src,connectors/*/src,sandbox/src}/**/*.ts');
const all = [...source, ...readSource('{connector-kit,connectors,sandbox,test,bench,dev}/**/*.ts')];
const workspace = ['connector-kit', 'sandbox', ...globSync('connectors/*', { cwd: root })];

test('folders import only from the folders that are listed for them', () => {
  const wrong = [];
  for (const file of source) {
    const room = roomOf(file.path);
    if (room === 'composition') continue;
    assert.ok(arrows[room], `${file.path}: the folder "${room}" is not in the list of allowed imports`);
    for (const { path } of file.imports) {
      if (path === undefined) continue;
      const target = roomOf(path);
      if (target !== room && !arrows[room].includes(target)) wrong.push(`${file.path} → ${path}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('files do not import each other in a circle, not even for types', () => {
  const file = (path: string, ...targets: string[]) => ({
    ...{ path, text: '', lines: 0 },
    imports: targets.map((target) => ({ from: target, path: target, isType: true })),
  });
  const examples = [file('a', 'b'), file('b', 'c', 'd'), file('c', 'a'), file('d'), file('e', 'a', 'e2'), file('e2')];
  assert.deepEqual(findCircles(examples), [['a', 'b', 'c']]);
  assert.deepEqual(findCircles([...source, ...readSource('portal/src/**/*.{ts,tsx}', 'sdk/src/**/*.ts')]), []);
});

test('no file has more than 400 lines except the generated types of the tables, and the median in src is at most 120', () => {
  const lengths = source.map((file) => file.lines).sort((a, b) => a - b);
  assert.deepEqual(
    all
      .filter((file) => file.lines > 400 && file.path !== 'src/db/tables.gen.ts')
      .map((file) => `${file.path}: ${file.lines}`),
    [],
  );
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  assert.ok(median <= 120, `the median is ${median}`);
});

test('no file or folder has a meaningless name', () => {
  const banned = /(^|\/|-)(utils?|helpers?|common|shared|lib|misc|manager|service|index)([/.]|$)|(^|\/)types\./;
  assert.deepEqual(
    all.map((file) => file.path).filter((path) => banned.test(path)),
    [],
  );
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.ts$/;
  assert.deepEqual(
    all.map((file) => file.path.split('/').at(-1) ?? '').filter((name) => !kebab.test(name)),
    [],
  );
});

const onlyIn: { rule: string; pattern: RegExp; files: string[] }[] = [
  { rule: 'only one file reads the environment', pattern: /process\.env/, files: ['src/config/env.ts'] },
  {
    rule: 'only the clock reads the time',
    pattern: /\bDate\.now\(|new Date\(\)/,
    files: ['connector-kit/src/conformance/plain-http.ts', 'sandbox/src/start-sandbox.ts', 'src/base/clock.ts'],
  },
  {
    rule: 'only the outbound clients open network connections',
    pattern: /\bfetch\(|from 'undici'|node:https?'|node:net'|node:tls'/,
    files: [
      'connector-kit/src/conformance/plain-http.ts',
      // The connection to PostgreSQL reads into memory of its own.
      'src/db/wire/row-bytes.ts',
      'src/outbound/egress-guard.ts',
      'src/outbound/http.ts',
      'src/outbound/webhook-connections.ts',
      'src/outbound/webhook-sender.ts',
    ],
  },
  { rule: 'only one file sends e-mail', pattern: /from 'nodemailer'/, files: ['src/outbound/mail.ts'] },
  { rule: 'only the job engine imports pg-boss', pattern: /from 'pg-boss'/, files: ['src/jobs/engine.ts'] },
  {
    rule: 'only files that set timeouts open connections to PostgreSQL',
    pattern: /new pg\.(Client|Pool)\(/,
    files: [
      'src/db/connections.ts',
      'src/db/db.ts',
      // The client's own database, not that of the server.
      'src/mirror/open-target.ts',
      'src/webhooks/lanes/store/lane-connection.ts',
    ],
  },
  {
    rule: "only the listed files use the database owner's connection",
    // A quote before it: the name of an attribute of spans.
    pattern: /(?<!')\bdb\.(?:system|look|watch)\b/,
    files: ownersConnection,
  },
  { rule: 'no file uses console', pattern: /\bconsole\./, files: [] },
];

for (const { rule, pattern, files } of onlyIn) {
  test(rule, () => {
    const found = source.filter((file) => pattern.test(file.text)).map((file) => file.path);
    assert.deepEqual(found.toSorted(), files.toSorted());
  });
}

/** A move copies and erases the rows of an account in every table. */
const writesAllTables = (path: string) => path.startsWith('src/account-move/');

test('only one folder writes to a table', () => {
  const writers = new Map<string, Set<string>>();
  const write =
    /(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\b(?:insert into|delete from|^\s*update|`update) (\w+)\b/g;
  for (const file of source.filter(({ path }) => !writesAllTables(path))) {
    for (const [, built, raw] of file.text.matchAll(write)) {
      const table = built ?? raw ?? '';
      writers.set(table, (writers.get(table) ?? new Set()).add(roomOf(file.path)));
    }
  }
  assert.ok(writers.size >= 9, [...writers.keys()].join());
  const exceptions: Record<string, string[]> = {};
  for (const [table, rooms] of writers)
    assert.deepEqual([...rooms].sort(), exceptions[table] ?? [[...rooms][0]], table);
});

test('no source file is unused', () => {
  // The connector thread is started by its URL, not imported; others import what the packages export.
  // A connector loads each file of its folder records/.
  const exported = [...workspaceFiles.values()].filter((path) => path.startsWith('connector'));
  const records = globSync('connectors/*/src/records/**/*.ts', { cwd: root });
  const reached = new Set(['src/main.ts', 'src/connectors/connector-thread.ts', ...exported, ...records]);
  for (const path of reached) {
    const file = source.find((candidate) => candidate.path === path);
    for (const { path: next } of file?.imports ?? []) if (next) reached.add(next);
  }
  assert.deepEqual(
    source.map((file) => file.path).filter((path) => !reached.has(path)),
    [],
  );
});

const dependenciesOf = (folder: string): { dependencies: object; devDependencies?: object } =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

for (const folder of ['.', ...workspace]) {
  test(`${folder}/package.json lists exactly the packages that its source imports`, () => {
    const nameOf = (from: string) =>
      from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/');
    const imported = source
      .filter(({ path }) => path.startsWith(join(folder, 'src/')))
      .flatMap((file) => file.imports.map(({ from }) => from))
      .filter((from) => !from.startsWith('.') && !from.startsWith('node:'));
    assert.deepEqual(
      [...new Set(imported.map(nameOf))].sort(),
      Object.keys(dependenciesOf(folder).dependencies).sort(),
    );
  });
}

test('every dependency has an exact version and is explained in docs/dependencies.md', () => {
  const documented = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  const all = ['.', 'portal', 'site', ...workspace].map(dependenciesOf);
  const listed = all.flatMap(({ dependencies, devDependencies = {} }) =>
    Object.entries({ ...dependencies, ...devDependencies }),
  );
  for (const [name, version] of listed) {
    assert.match(String(version), /^\d/, `${name} has an exact version`);
    if (name.startsWith('@daybook/')) continue;
    assert.ok(documented.includes(`\`${name}\``), `docs/dependencies.md must explain why ${name} is needed`);
  }
});

test('every finished clause has a test title, every id in a title is a clause, and the table is up to date', () => {
  const clauses = readClauses();
  const proofs = readProofs();
  const ids = clauses.map((clause) => clause.id);
  assert.equal(new Set(ids).size, ids.length, 'an id occurs twice');
  assert.deepEqual(
    clauses.filter((clause) => clause.state === 'done' && !proofs.has(clause.id)).map((clause) => clause.id),
    [],
    'done, but in no test title',
  );
  assert.deepEqual(
    [...proofs.keys()].filter((id) => !ids.includes(id)),
    [],
    'in a test title, but not a clause',
  );
  assert.deepEqual(
    clauses.filter((clause) => clause.state !== 'done' && proofs.has(clause.id)).map((clause) => clause.id),
    [],
    'in a test title, but still open',
  );
  const text = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
  assert.ok(withProofs(text, proofs) === text, 'docs/requirements.md is stale: run "npm run requirements"');
});

test('every error code is stated once and has an entry in the error guide, to which its link points', () => {
  const codes = source.flatMap((file) =>
    [...file.text.matchAll(/\bcode(?:: | \?\? )'([a-z]\w+)'/g)].map(([, code = '']) => code),
  );
  assert.ok(codes.length > 25);
  assert.deepEqual(codes.sort(), errorGuide.map(({ code }) => code).sort());
});

test('a sentence of more than 30 characters is written once in src', () => {
  const places = new Map<string, string[]>();
  for (const { path, text } of source.filter((file) => file.path.startsWith('src/'))) {
    const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const [, , quoted = ''] of code.matchAll(/(['"`])([A-Z](?:(?!\1)[^\\\n]|\\.){29,}[.!?])\1/g)) {
      places.set(quoted, [...(places.get(quoted) ?? []), path]);
    }
  }
  assert.deepEqual(
    [...places].filter(([, files]) => files.length > 1),
    [],
    'two places that must be kept equal: export the text from one of them',
  );
});

test('no committed file contains a machine path or a registry', () => {
  const files = readSource(
    '{src,connector-kit,connectors,sandbox}/**/*',
    'test/**/*.ts',
    'bench/**/*',
    'dev/**/*',
    'docs/**/*.md',
    '*.md',
    '.ci/run',
    'schema/*',
    'schema/{tables,changes,functions}/*',
    'package.json',
    'package-lock.json',
  );
  // The lockfile names no registry; a package of this repository is named by its folder there.
  const named =
    /\/work\/(main|shared)|\/opt\/node|\/root\/|registry\.[a-z]+\.(org|com)|"resolved": "(?!\d{4}-|(portal|site|link|sdk|sandbox|connector-kit|connectors\/[a-z-]+)")/;
  assert.deepEqual(
    files.filter((file) => file.path !== 'test/tidy.test.ts' && named.test(file.text)).map((file) => file.path),
    [],
  );
});

test('every path, command and setting that a document or a comment names exists', () => {
  const variables = readVariables();
  const wrong = readTexts().flatMap((text) =>
    [...findWrongPaths(text), ...findWrongCommands(text), ...findWrongSettings(text, variables)].map(
      (name) => `${text.path}: ${name}`,
    ),
  );
  assert.deepEqual(wrong, []);
});

test('a path, command or setting that does not exist is found', () => {
  const text = {
    path: 'docs/example.md',
    text: [
      'See [the guide](missing.md), [the API](api.md), `src/nothing/here.ts`, `gate.ts` and docs/decisions/0005.',
      'Run `npm run nothing`, `npm run bench -- nothing`, `npm run bench -- reads`, `daybook account forget`, or',
      '`daybook account list` with `DAYBOOK_NOTHING` and `DAYBOOK_PORT`.',
    ].join('\n'),
  };
  assert.deepEqual(findWrongPaths(text), ['missing.md', 'src/nothing/here.ts']);
  assert.deepEqual(findWrongCommands(text), ['npm run nothing', 'npm run bench -- nothing', 'daybook account forget']);
  assert.deepEqual(findWrongSettings(text, readVariables()), ['DAYBOOK_NOTHING']);
});

test('A-22: every schema change states whether an older version can run on it', async () => {
  for (const { name, sql } of (await readSchema()).changes.slice(1)) {
    assert.notEqual(
      isAdditive(sql),
      undefined,
      `schema/changes/${name} needs a line "-- additive: yes" (a version that does not know the change can run on it) or "-- additive: no"; schema/README.md has the rules`,
    );
  }
});

// The folder that owns a table: the file of schema/tables that creates it, or the name of the change.
function readTableOwners(): Map<string, string> {
  const folders = [...new Set(source.map(({ path }) => path.split('/')[1] ?? ''))];
  const owners = new Map<string, string>();
  for (const { path, text } of readSource('schema/tables/*.sql', 'schema/changes/*.sql')) {
    const name = (path.split('/').at(-1) ?? '').replace(/^\d+-|\.sql$/g, '');
    const folder = folders
      .filter((one) => name === one || name.startsWith(`${one}-`))
      .sort((a, b) => b.length - a.length)[0];
    const tables = [...text.matchAll(/^create table (\w+) \(/gm)].map(([, table]) => table ?? '');
    assert.ok(folder || tables.length === 0, `the name of ${path} does not begin with a folder of src`);
    for (const table of tables) owners.set(table, folder ?? '');
  }
  return owners;
}

// Written by others, and why.
const foreignWrites: Record<string, string> = {
  'src/companies/store.ts past_row': 'a purge erases the past versions together with the company',
  'src/legacy/alert-store.ts delivery_count': 'attempts of the older webhooks are counted with those of the newer ones',
};

test('only src/people uses the database handle for people', () => {
  const users = source.filter(({ text }) => /\bdb\.people\b/.test(text)).map(({ path }) => path);
  assert.deepEqual(
    users.filter((path) => !path.startsWith('src/people/')),
    [],
  );
});

test('a table is changed only by the folder that owns it, and commands contain no SQL', () => {
  const owners = readTableOwners();
  assert.ok(owners.size > 50);
  const change =
    /(?:insertInto|updateTable|deleteFrom)\('(\w+)|\b(?:insert into|delete from) (\w+)|\bupdate (\w+)(?: as)?(?: \w+)? set\b/g;
  const others = source.filter(({ path }) => !writesAllTables(path));
  const wrong = others.flatMap(({ path, text }) =>
    [...text.matchAll(change)]
      .map(([, a, b, c]) => a ?? b ?? c ?? '')
      .filter((table) => owners.has(table) && owners.get(table) !== path.split('/')[1])
      .map((table) => `${path} ${table}`),
  );
  assert.deepEqual([...new Set(wrong)].sort(), Object.keys(foreignWrites).sort());
  const sqlInCommands = source.filter(
    ({ path, text }) =>
      path.startsWith('src/cli/') && /\bsql[<`]|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text),
  );
  assert.deepEqual(
    sqlInCommands.map(({ path }) => path),
    [],
  );
});
