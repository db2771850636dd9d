import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { connectorFiles } from '../src/cli/connector/connector-files.ts';

/**
 * `npm run new -- KIND NAME` writes the start of an endpoint, event, data type or connector, which passes
 * `npm run check` as it is, and says what to do next. CONTRIBUTING.md has the recipes.
 */
const kinds = {
  endpoint: { name: /^[a-z]+(-[a-z]+)*\/[a-z]+(-[a-z]+)+$/, example: 'companies/count-companies', make: newEndpoint },
  event: { name: /^[a-z]+(\.[a-z][A-Za-z]*)+$/, example: 'company.renamed', make: newEvent },
  'data-type': { name: /^[a-z][A-Za-z]+$/, example: 'warehouses', make: newDataType },
  connector: { name: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, example: 'acme', make: newConnector },
};

const [kind = '', name = ''] = process.argv.slice(2);
const wanted = kind in kinds ? kinds[kind as keyof typeof kinds] : undefined;
if (!wanted?.name.test(name)) {
  const usage = Object.entries(kinds).map(([one, { example }]) => `  npm run new -- ${one} ${example}`);
  process.stderr.write(`Usage:\n${usage.join('\n')}\n`);
  process.exit(2);
}
process.stdout.write(`${wanted.make().join('\n')}\n`);

function newEndpoint(): string[] {
  const [feature = '', file = ''] = name.split('/');
  const operation = camel(file);
  const tag = capital(feature);
  if (!existsSync(`src/${feature}`)) fail(`src/${feature} does not exist: an endpoint belongs to a feature.`);
  write(
    `src/${feature}/${file}.ts`,
    `import Type from 'typebox';
import { type Route, route } from '../http/route.ts';

const Answer = Type.Object({ accountId: Type.String({ format: 'uuid' }) }, { title: '${capital(operation)}' });

export function ${operation}Route(): Route {
  return route({
    method: 'GET',
    path: '/${feature}/${operation}',
    operationId: '${operation}',
    tag: '${tag}',
    summary: '${sentence(file)}',
    description: 'Describe what the response contains.',
    scope: 'read',
    answers: { 200: { description: 'The response', schema: Answer } },
    async read({ principal }) {
      return { body: { accountId: principal.accountId } };
    },
  });
}
`,
  );
  write(
    `test/${feature}/${file}.test.ts`,
    `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';

const app = useApp();

test('${operation} returns the account of the key', async () => {
  const { accountId, send } = await app.account();
  const { status, body } = await send('GET /${feature}/${operation}');
  assert.deepEqual([status, body], [200, { accountId }]);
});
`,
  );
  insert('src/routes.ts', "import type { Route } from './http/route.ts';", (line) => [
    `import { ${operation}Route } from './${feature}/${file}.ts';`,
    line,
  ]);
  insert('src/routes.ts', '    ...operatorCellRoutes(ctx),', (line) => [line, `    ${operation}Route(),`]);
  finish('src/routes.ts', `src/${feature}/${file}.ts`, `test/${feature}/${file}.test.ts`);
  return [
    `Next: the path, the answer and the description in src/${feature}/${file}.ts, its claims in the test,`,
    'then "npm run openapi && npm run sdk". A write has "write" instead of "read": see src/companies/routes.ts.',
  ];
}

function newEvent(): string[] {
  const about = ['company', 'connection'].find((one) => name.startsWith(`${one}.`)) ?? 'account';
  const path = 'src/events/event-types.ts';
  if (readFileSync(path, 'utf8').includes(`'${name}'`)) fail(`The event ${name} exists already.`);
  insert(path, '} satisfies Record<string, EventType>;', (line) => [
    `  '${name}': {`,
    "    description: 'Describe what has happened.',",
    `    about: '${about}',`,
    "    message: 'Say in a sentence, for people, what has happened.',",
    '    data: Type.Object({}),',
    '    example: {},',
    '  },',
    line,
  ]);
  finish(path);
  return [
    `Next: description, data and example in ${path}, then emit it in the transaction of the fact:`,
    `  await ctx.emit(tx, [{ type: '${name}', ${about === 'company' ? 'companyId, ' : ''}message: '…', data: {} }]);`,
  ];
}

function newDataType(): string[] {
  const file = kebab(name);
  const path = `connector-kit/src/data-types/books/${file}.ts`;
  const catalogue = 'connector-kit/src/data-types/catalogue.ts';
  write(
    path,
    `import type { DataType } from '../data-type.ts';
import { object, optional, text } from '../parts.ts';

export const ${name}: DataType = {
  name: '${name}',
  description: '${sentence(file)}.',
  columns: { ref1: 'name' },
  record: object({ name: optional(text()) }),
};
`,
  );
  insert(catalogue, "import type { DataType } from './data-type.ts';", (line) => [
    `import { ${name} } from './books/${file}.ts';`,
    line,
  ]);
  insert(catalogue, '  cashFlowStatement,', (line) => [line, `  ${name},`]);
  finish(path, catalogue);
  return [
    `Next: the fields in ${path}; its columns in portal/src/pages/company/browse/record-fields.ts, its name for`,
    'bookkeepers in portal/src/link/words.ts; one file in each connector that has it, then "npm run platforms".',
  ];
}

function newConnector(): string[] {
  const files = connectorFiles(name);
  if (existsSync(`connectors/${name}`)) fail(`connectors/${name} exists already.`);
  for (const [path, text] of Object.entries(files)) write(path, text);
  run('npx', 'biome', 'check', '--write', `connectors/${name}`);
  return ['Next: "npm install" links the package; docs/connectors.md has the steps up to a live test.'];
}

/** Writes what is generated from the change, and formats the files. */
function finish(...paths: string[]): void {
  run('npx', 'biome', 'check', '--write', ...paths);
  run(process.execPath, 'dev/write-openapi.ts');
  run(process.execPath, 'dev/sdk/write-sdk.ts');
}

function write(path: string, text: string): void {
  if (existsSync(path)) fail(`${path} exists already.`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  process.stdout.write(`wrote ${path}\n`);
}

function insert(path: string, before: string, lines: (line: string) => string[]): void {
  const text = readFileSync(path, 'utf8');
  const at = text.split('\n').indexOf(before);
  if (at < 0) fail(`${path} no longer has the line "${before}": adapt dev/new.ts.`);
  writeFileSync(
    path,
    text
      .split('\n')
      .toSpliced(at, 1, ...lines(before))
      .join('\n'),
  );
  process.stdout.write(`changed ${path}\n`);
}

function run(command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) fail(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function camel(kebabName: string): string {
  return kebabName.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function kebab(camelName: string): string {
  return camelName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sentence(kebabName: string): string {
  return capital(kebabName.replaceAll('-', ' '));
}
