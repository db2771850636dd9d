import { examplesOf, type Operation, type Parameter, recordedValues } from './read-document.ts';

export type Snippet = { language: 'sh' | 'ts' | 'python'; label: string; code: string };

/** The call in three languages. Values come from recorded examples only; everything else is a variable to fill in. */
export function snippetsOf(operation: Operation): Snippet[] {
  if (operation.access === 'none') return [{ language: 'sh', label: 'curl', code: curl(operation) }];
  const calls: Snippet[] = [
    { language: 'sh', label: 'curl', code: curl(operation) },
    { language: 'ts', label: 'TypeScript', code: typescript(operation) },
    { language: 'python', label: 'Python', code: python(operation) },
  ];
  // A key cannot call these; the SDK can, on a page of the service itself.
  return operation.access === 'session' ? calls.slice(1, 2) : calls;
}

const snake = (name: string) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
/** A body that may be left out, and of which there is no example, is left out. */
const hasBody = ({ requestBody }: Operation, body: unknown) =>
  requestBody !== undefined && (requestBody.required === true || body !== undefined);
const bodyOf = ({ requestBody }: Operation) => examplesOf(requestBody?.content['application/json'])[0]?.value;

/** `id` is set before the call, as a variable: the ids of the recording, which the reader replaces. */
type Given = { name: string; in: Parameter['in']; value: unknown; id?: string };

/** Parameters that the call cannot do without, and those that were recorded, with their recorded values. */
function shown(operation: Operation): Given[] {
  const values = recordedValues(operation);
  return (operation.parameters ?? [])
    .filter((one) => one.in === 'path' || (one.in === 'query' && (one.required || values.has(one.name))))
    .map((one) => ({
      name: one.name,
      in: one.in,
      ...(isId(one)
        ? { value: undefined, id: values.get(one.name) ?? '…' }
        : { value: typed(values.get(one.name), one) }),
    }));
}

const idsOf = (given: Given[]) => given.flatMap(({ name, id }) => (id === undefined ? [] : [{ name, id }]));

const isId = ({ in: place, name, schema }: Parameter) =>
  place === 'path' && (schema.format === 'uuid' || name === 'id');

/** A recorded query is text; calls of an SDK take numbers and booleans. */
function typed(text: string | undefined, { schema }: Parameter): unknown {
  if (text === undefined) return undefined;
  if (schema.type === 'integer' || schema.type === 'number') return Number(text);
  return schema.type === 'boolean' ? text === 'true' : text;
}

export function curl(operation: Operation): string {
  const { method, path, access } = operation;
  const given = shown(operation);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given.find((one) => one.in === 'path' && one.name === name)?.value;
    return value === undefined ? variable(name) : encodeURIComponent(String(value));
  });
  const query = given
    .filter((one) => one.in === 'query')
    .map((one) => `${one.name}=${one.value ?? variable(one.name)}`);
  const flags = [access === 'key' ? '-u "$DAYBOOK_KEY:"' : '', needsMethod(operation) ? `-X ${method}` : ''];
  const lines = [['curl', ...flags.filter(Boolean), `"$DAYBOOK_URL${filled}"`].join(' ')];
  if (query.length > 0) lines.push(`-G ${query.map((one) => `--data-urlencode ${quote(one)}`).join(' \\\n  ')}`);
  const body = bodyOf(operation);
  if (hasBody(operation, body)) {
    lines.push('-H "content-type: application/json"');
    lines.push(body === undefined ? '-d @body.json' : `-d ${quote(JSON.stringify(body, null, 2))}`);
  }
  const ids = idsOf(given).map(({ name, id }) => `${variable(name).slice(1)}=${id}\n`);
  return ids.join('') + lines.join(' \\\n  ');
}

const variable = (name: string) => `$${snake(name).toUpperCase()}`;
const needsMethod = (operation: Operation) =>
  operation.method !== 'GET' && (operation.method !== 'POST' || !hasBody(operation, bodyOf(operation)));

const quote = (text: string) => (/\$[A-Z]/.test(text) ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`);

export function typescript(operation: Operation): string {
  const given = shown(operation);
  const fields = given.map(({ name, value }) => (value === undefined ? name : `${name}: ${literal(value)}`));
  const body = bodyOf(operation);
  if (hasBody(operation, body)) fields.push(body === undefined ? 'body' : `body: ${literal(body)}`);
  const client =
    operation.access === 'session'
      ? '{ baseUrl: location.origin, session: true }'
      : '{\n  baseUrl: process.env.DAYBOOK_URL!,\n  apiKey: process.env.DAYBOOK_KEY,\n}';
  const hasResult = Object.entries(operation.responses).some(([status, one]) => status.startsWith('2') && one.content);
  const ids = idsOf(given)
    .map(({ name, id }) => `const ${name} = ${literal(id)};\n`)
    .join('');
  const call = `await daybook.${operation.operationId}(${objectOf(fields)});`;
  return `import { createClient } from '@daybook/sdk';\n\nconst daybook = createClient(${client});\n\n${ids}${hasResult ? `const result = ${call}` : call}`;
}

function objectOf(fields: string[]): string {
  if (fields.length === 0) return '';
  const line = `{ ${fields.join(', ')} }`;
  return line.length < 60 && !line.includes('\n')
    ? line
    : `{\n${fields.map((one) => `  ${one.replaceAll('\n', '\n  ')},`).join('\n')}\n}`;
}

/** JSON with the keys unquoted where JavaScript permits it. */
const literal = (value: unknown) =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\']|\\[^"'])*)"/g, "'$1'");

export function python(operation: Operation): string {
  const wanted = shown(operation);
  const ids = idsOf(wanted)
    .map(({ name, id }) => `${snake(name)} = ${pythonLiteral(id)}\n`)
    .join('');
  const fields = wanted.map(
    ({ name, value }) => `${snake(name)}=${value === undefined ? snake(name) : pythonLiteral(value)}`,
  );
  const body = bodyOf(operation);
  if (hasBody(operation, body)) fields.push(`body=${body === undefined ? 'body' : pythonLiteral(body)}`);
  const line = fields.join(', ');
  const given =
    line.length < 60 && !line.includes('\n')
      ? line
      : `\n${fields.map((one) => `    ${one.replaceAll('\n', '\n    ')},`).join('\n')}\n`;
  const hasResult = Object.entries(operation.responses).some(([status, one]) => status.startsWith('2') && one.content);
  return `import os\nfrom daybook import Daybook\n\ndaybook = Daybook(\n    base_url=os.environ["DAYBOOK_URL"],\n    api_key=os.environ["DAYBOOK_KEY"],\n)\n\n${ids}${hasResult ? 'result = ' : ''}daybook.${snake(operation.operationId)}(${given})`;
}

function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const entries = Array.isArray(value)
    ? value.map((one) => pythonLiteral(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${pythonLiteral(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const line = `${open}${entries.join(', ')}${close}`;
  if (entries.length === 0 || (line.length < 60 && !line.includes('\n'))) return line;
  return `${open}\n${entries.map((one) => `${inner}${one},`).join('\n')}\n${indent}${close}`;
}
