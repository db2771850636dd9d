import { readFile, writeFile } from 'node:fs/promises';
import { openValues } from '../src/base/open-values.ts';

/** `npm run sdk` writes sdk/src/api.gen.ts from docs/openapi.json: the types and the list of operations. */
const source = new URL('../docs/openapi.json', import.meta.url);
const target = new URL('../sdk/src/api.gen.ts', import.meta.url);

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  description?: string;
};
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Operation = {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

export async function currentSdkTypes(): Promise<string> {
  const document = JSON.parse(await readFile(source, 'utf8')) as Document;
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => `  ${name}: ${typeOf(schema)};`);
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    .filter(({ operation }) => isFunction(operation));
  return `// Written by "npm run sdk" from docs/openapi.json: do not edit.

/** Shapes on the wire, by name. Enums are open: a value that is newer than this file is a string like any other. */
export type Schemas = {
${schemas.join('\n')}
};

/** Every operation: what it takes and what it answers. */
export type Operations = {
${operations.map(({ operation }) => operationType(operation)).join('\n')}
};

/** Method, path, what is sent in the query, and whether the operation takes an Idempotency-Key. */
export const routes = {
${operations.map(routeOf).join('\n')}
} as const;
`;
}

/**
 * Not a function: an operation that only redirects a browser, or a stream, for which the client has its own function.
 */
function isFunction({ responses }: Operation): boolean {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return answers.some(([, { content }]) => content === undefined || 'application/json' in content);
}

function operationType(operation: Operation): string {
  const named = (operation.parameters ?? []).filter(({ in: place }) => place === 'path' || place === 'query');
  const members = named.map(({ name, required, schema }) => `${nameOf(name)}${required ? '' : '?'}: ${typeOf(schema)}`);
  const body = operation.requestBody?.content['application/json']?.schema;
  if (body) members.push(`body${operation.requestBody?.required === false ? '?' : ''}: ${typeOf(body)}`);
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const types = answers.map(([, { content }]) => {
    const schema = content?.['application/json']?.schema;
    return schema ? typeOf(schema) : 'undefined';
  });
  return `  /** ${operation.summary} */
  ${operation.operationId}: { input: { ${members.join('; ')} }; answer: ${[...new Set(types)].join(' | ')} };`;
}

function routeOf({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const parameters = operation.parameters ?? [];
  const query = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  const key = parameters.some(({ name }) => name === 'Idempotency-Key') ? ', takesKey: true' : '';
  return `  ${operation.operationId}: { method: '${method}', path: '${path}', query: ${JSON.stringify(query).replaceAll('"', "'")}${key} },`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return `Schemas['${schema.$ref.split('/').at(-1)}']`;
  if (schema.enum) {
    const values = schema.enum.map((value) => JSON.stringify(value));
    // The type stays open if new values may appear, so that callers keep a default.
    return `(${[...values, ...(schema.description?.endsWith(openValues()) ? ['(string & {})'] : [])].join(' | ')})`;
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.anyOf) return `(${schema.anyOf.map(typeOf).join(' | ')})`;
  if (Array.isArray(schema.type)) return `(${schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')})`;
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `${typeOf(schema.items ?? {})}[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function objectType({ properties = {}, required = [], patternProperties, additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(
    ([name, schema]) => `${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  if (members.length > 0) return `{ ${members.join('; ')} }`;
  const values = patternProperties
    ? Object.values(patternProperties)
    : typeof additionalProperties === 'object'
      ? [additionalProperties]
      : [];
  return `{ [name: string]: ${values.length > 0 ? values.map(typeOf).join(' | ') : 'unknown'} }`;
}

const nameOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

if (import.meta.main) {
  if (!process.argv.includes('--check')) await writeFile(target, await currentSdkTypes());
  else if ((await readFile(target, 'utf8')) !== (await currentSdkTypes())) {
    process.stderr.write('sdk/src/api.gen.ts is stale: run "npm run sdk" and commit it.\n');
    process.exitCode = 1;
  }
}
