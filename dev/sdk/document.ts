import { readFile } from 'node:fs/promises';
import { openValues } from '../../src/base/open-values.ts';

/** The part of docs/openapi.json that the SDKs are written from. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
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

export type Parameter = { name: string; isRequired: boolean; description: string; schema: Schema };

export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** Parameters of the path and of the query, in the order of the document. */
  parameters: Parameter[];
  /** Names of the query parameters. */
  query: string[];
  body: { schema: Schema; isRequired: boolean } | undefined;
  /** The JSON of each successful response, or undefined for a response without a body. */
  answers: (Schema | undefined)[];
  takesKey: boolean;
  /** Which further headers the operation takes: the age of a read, the wait for a push, or also the version of a record. */
  options: 'read' | 'push' | 'change' | undefined;
};

export type Model = {
  schemas: [name: string, schema: Schema][];
  operations: Operation[];
  /** Operations whose response is a file. */
  downloads: Operation[];
};

type Content = Record<string, { schema: Schema }>;
type RawParameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type RawOperation = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: RawParameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content; headers?: Record<string, unknown> }>;
};
type RawDocument = {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema> };
};

const source = new URL('../../docs/openapi.json', import.meta.url);

export async function readModel(): Promise<Model> {
  const document = JSON.parse(await readFile(source, 'utf8')) as RawDocument;
  const operationsWhere = (is: (raw: RawOperation) => boolean) =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, raw]) => is(raw))
        .map(([method, raw]) => operationOf(method.toUpperCase(), path, raw)),
    );
  return {
    schemas: Object.entries(document.components.schemas),
    operations: operationsWhere(isFunction),
    downloads: operationsWhere(isDownload),
  };
}

/** Whether more values may be added to the enumeration later. Its type then accepts other strings. */
export function isOpen({ description }: Schema): boolean {
  return description?.endsWith(openValues()) === true;
}

/** Whether it stands for the bytes of a file. */
export const isFile = ({ type, format }: Schema) => type === 'string' && format === 'binary';

/**
 * Not a function: an operation that only redirects a browser, or a stream, for which the clients have their own
 * function.
 */
function isFunction({ responses }: RawOperation): boolean {
  return successes(responses).some((content) => content === undefined || 'application/json' in content);
}

function isDownload({ responses }: RawOperation): boolean {
  return successes(responses).some(
    (content) => content !== undefined && ('application/x-ndjson' in content || '*/*' in content),
  );
}

function operationOf(method: string, path: string, raw: RawOperation): Operation {
  const all = raw.parameters ?? [];
  const content = raw.requestBody?.content;
  const body = (content?.['application/json'] ?? content?.['application/octet-stream'])?.schema;
  return {
    id: raw.operationId,
    method,
    path,
    summary: raw.summary,
    description: raw.description ?? '',
    parameters: all
      .filter(({ in: place }) => place === 'path' || place === 'query')
      .map(({ name, required, description = '', schema }) => ({
        name,
        isRequired: required === true,
        description,
        schema,
      })),
    query: all.filter(({ in: place }) => place === 'query').map(({ name }) => name),
    body: body && { schema: body, isRequired: raw.requestBody?.required !== false },
    answers: successes(raw.responses).map((content) => content?.['application/json']?.schema),
    takesKey: all.some(({ name }) => name === 'Idempotency-Key'),
    options: optionsOf(raw),
  };
}

function optionsOf({ parameters = [], responses }: RawOperation): Operation['options'] {
  const takes = (header: string) => parameters.some(({ name, in: place }) => name === header && place === 'header');
  if (takes('If-Match')) return 'change';
  if (!takes('Prefer')) return undefined;
  return Object.values(responses).some(({ headers = {} }) => 'Data-Age' in headers) ? 'read' : 'push';
}

function successes(responses: RawOperation['responses']): (Content | undefined)[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content);
}
