import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of the OpenAPI document that the pages show. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  title?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
export type Example = { summary?: string; description?: string; value?: unknown };
export type Media = { schema?: Schema; example?: unknown; examples?: Record<string, Example> };
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
};
export type Response = {
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, Media>;
};
type RawOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; description?: string; content: Record<string, Media> };
  responses: Record<string, Response>;
  /** Recorded requests: OpenAPI itself has no place for a path and a query. */
  'x-requests'?: RecordedRequest[];
};
export type RecordedRequest = {
  title: string;
  method: string;
  path: string;
  query?: Record<string, string>;
  status: number;
};
/** An event that is sent to consumers. */
export type Event = {
  name: string;
  slug: string;
  summary: string;
  description?: string;
  headers: Parameter[];
  media?: Media;
};
export type Document = {
  info: { title: string; version: string; summary?: string; description?: string };
  tags: { name: string; description?: string }[];
  'x-tagGroups'?: { name: string; tags: string[] }[];
  paths: Record<string, Record<string, RawOperation>>;
  webhooks?: Record<string, { post?: Omit<RawOperation, 'tags'> }>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
};

export type Operation = RawOperation & {
  slug: string;
  method: string;
  path: string;
  tag: string;
  access: 'key' | 'session' | 'none';
};
export type Tag = { name: string; slug: string; description?: string; operations: Operation[] };
/** Operations for the same readers, such as those of a client or of the portal. The first one is for clients. */
export type TagGroup = { name: string; tags: Tag[] };
export type Reference = {
  document: Document;
  groups: TagGroup[];
  tags: Tag[];
  operations: Operation[];
  events: Event[];
};

export const kebab = (text: string) =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

let kept: Reference | undefined;

/** Reads the document once. Commands of the repository run in its root folder. */
export function readReference(root = process.cwd()): Reference {
  kept ??= referenceOf(JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')));
  return kept;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

export function referenceOf(document: Document): Reference {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => describe(path, method, operation)),
  );
  const tags = document.tags
    .map(({ name, description }) => ({
      name,
      slug: kebab(name),
      operations: operations.filter(({ tag }) => tag === name),
      ...(description !== undefined && { description }),
    }))
    .filter((tag) => tag.operations.length > 0);
  const listed = document['x-tagGroups'] ?? [{ name: 'Operations', tags: tags.map(({ name }) => name) }];
  const groups = listed.map(({ name, tags: names }) => ({
    name,
    tags: tags.filter((tag) => names.includes(tag.name)),
  }));
  const events = Object.entries(document.webhooks ?? {}).map(([name, { post }]) => {
    const media = post?.requestBody?.content['application/json'];
    const { summary = name, description } = post ?? {};
    return {
      name,
      slug: kebab(name),
      summary,
      headers: post?.parameters ?? [],
      ...(description !== undefined && { description }),
      ...(media && { media }),
    };
  });
  return { document, groups, tags, operations, events };
}

function describe(path: string, method: string, operation: RawOperation): Operation {
  const { security } = operation;
  const isSession = security !== undefined && security.length > 0 && !security.some((one) => 'apiKey' in one);
  return {
    ...operation,
    path,
    tag: operation.tags[0] ?? 'Other',
    slug: kebab(operation.operationId),
    method: method.toUpperCase(),
    access: security?.length === 0 ? 'none' : isSession ? 'session' : 'key',
  };
}

export function resolve(document: Document, schema: Schema): { schema: Schema; name?: string } {
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return { schema };
  const { $ref: _, ...beside } = schema;
  return { schema: { ...document.components.schemas[name], ...beside }, name };
}

/** The recorded examples of a body; none if there is no recording. */
export function examplesOf(media: Media | undefined): { name: string; value: unknown }[] {
  if (!media) return [];
  const named = Object.entries(media.examples ?? {}).map(([name, { summary, value }]) => ({
    name: summary ?? name,
    value,
  }));
  if (named.length > 0) return named.filter(({ value }) => value !== undefined);
  return media.example === undefined ? [] : [{ name: 'Example', value: media.example }];
}

/** The values of path and query of the first recorded request; none if there is no recording. */
export function recordedValues({ path, ...operation }: Operation): Map<string, string> {
  const request = operation['x-requests']?.[0];
  if (!request) return new Map();
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = path.replaceAll(/\{\w+\}/g, '([^/]+)');
  const values = new RegExp(`^${pattern}$`).exec(request.path)?.slice(1) ?? [];
  const inPath = values.map((value, at) => [names[at] ?? '', decodeURIComponent(value)] as const);
  return new Map([...inPath, ...Object.entries(request.query ?? {})]);
}
