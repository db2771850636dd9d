import { decimalFields } from './decimal-fields.ts';
import { isFile, isOpen, type Model, type Operation, type Schema } from './document.ts';

/** Writes sdk/src/api.gen.ts: the types and the list of operations. */
export function typescriptOf(model: Model): string {
  const { schemas, operations, downloads } = model;
  return `// Written by "npm run sdk" from docs/openapi.json: do not edit.

/** Shapes on the wire, by name. Enums are open: a value that is newer than this file is a string like any other. */
export type Schemas = {
${schemas.map(([name, schema]) => `  ${name}: ${typeOf(schema)};`).join('\n')}
};

/** The bytes of a file that is uploaded. */
export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** Every operation: what it takes, what it answers, and the kind of its further options. */
export type Operations = {
${operations.map(operationType).join('\n')}
};

/** Operations that answer with a file, which arrives in parts (\`download\`). */
export type Downloads = {
${downloads.map(operationType).join('\n')}
};

/** Method, path, what is sent in the query, whether the operation takes an Idempotency-Key, or a record of any type. */
export const routes = {
${[...operations, ...downloads].map(routeOf).join('\n')}
} as const;

/** Fields that hold decimal numbers, such as amounts, quantities and rates. */
export const decimalFields = [
${decimalFields(model)
  .map((name) => `  '${name}',`)
  .join('\n')}
] as const;
`;
}

function operationType({ id, summary, parameters, body, answers, options }: Operation): string {
  const members = parameters.map(({ name, isRequired, schema }) => member(name, isRequired, schema));
  if (body) members.push(member('body', body.isRequired, body.schema));
  const types = new Set(answers.map((schema) => (schema ? typeOf(schema) : 'undefined')));
  return `  /** ${summary} */
  ${id}: { input: { ${members.join('; ')} }; answer: ${[...types].join(' | ')}${options ? `; options: '${options}'` : ''} };`;
}

function routeOf({ id, method, path, query, takesKey, body }: Operation): string {
  const names = JSON.stringify(query).replaceAll('"', "'");
  const takesRecord = body?.schema.$ref?.endsWith('/PushRecord') === true;
  const flags = [
    ...(takesKey ? ['takesKey'] : []),
    ...(takesRecord ? ['takesRecord'] : []),
    ...(body && isFile(body.schema) ? ['takesFile'] : []),
  ]
    .map((flag) => `, ${flag}: true`)
    .join('');
  return `  ${id}: { method: '${method}', path: '${path}', query: ${names}${flags} },`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return `Schemas['${schema.$ref.split('/').at(-1)}']`;
  if (schema.enum) {
    const values = schema.enum.map((value) => JSON.stringify(value));
    // The type stays open if new values may appear, so that callers keep a default.
    return `(${[...values, ...(isOpen(schema) ? ['(string & {})'] : [])].join(' | ')})`;
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.anyOf) return `(${schema.anyOf.map(typeOf).join(' | ')})`;
  if (Array.isArray(schema.type)) return `(${schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')})`;
  switch (schema.type) {
    case 'string':
      return isFile(schema) ? 'FileBody' : 'string';
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
  const members = Object.entries(properties).map(([name, schema]) => member(name, required.includes(name), schema));
  if (members.length > 0) return `{ ${members.join('; ')} }`;
  const values = patternProperties
    ? Object.values(patternProperties)
    : typeof additionalProperties === 'object'
      ? [additionalProperties]
      : [];
  return `{ [name: string]: ${values.length > 0 ? values.map(typeOf).join(' | ') : 'unknown'} }`;
}

function member(name: string, isRequired: boolean, schema: Schema): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  return `${key}${isRequired ? '' : '?'}: ${typeOf(schema)}`;
}
