import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { capture } from './examples/capture.ts';

/** A client that checks every response against the committed OpenAPI document. */
export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every schema
  body: any;
  text: string;
};
export type SendOptions = {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
  unchecked?: boolean;
  /** `manual` returns a redirect as it is. */
  redirect?: 'manual';
};
export type Send = (request: string, options?: SendOptions) => Promise<Answer>;

/** `send('POST /companies', { key, body })`; instead of the path it also accepts a URL from a response. */
export function createClient(url: string): Send {
  return async (request, options = {}) => {
    const [method = 'GET', target = '/'] = request.split(/ (.*)/s);
    const path = target.startsWith('http') ? target.replace(/^https?:\/\/[^/]+/, '') : target;
    const response = await fetch(url + path, {
      method,
      redirect: options.redirect ?? 'follow',
      headers: {
        ...(options.key !== undefined && { authorization: `Basic ${Buffer.from(options.key).toString('base64')}` }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && {
        body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body),
      }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const isText = /^(text\/(csv|plain)|application\/x-ndjson)/.test(type);
    const isJson = type.includes('json') && !isText;
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : isText ? text : undefined,
    };
    const operation = operationOf(method, path.split('?')[0] ?? path);
    if (!options.unchecked) checkAnswer(`${method} ${path}`, operation, answer);
    capture({ operation, method, target: path, body: options.body, answer });
    return answer;
  };
}

type Operation = { operationId: string; summary: string; responses: Record<string, Response> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response>; schemas: Record<string, TSchema> };
};
type Response = { $ref?: string; content?: Record<string, { schema: TSchema }> };

const document: Document = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
const validators = new Map<string, ReturnType<typeof Compile>>();

function operationOf(method: string, path: string): Operation | undefined {
  // Prefer the path with the fewest parameters: /data/invoices comes before /data/{dataType}.
  const [template] = Object.keys(document.paths)
    .filter((candidate) => new RegExp(`^${candidate.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .sort((a, b) => a.split('{').length - b.split('{').length);
  return template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
}

function checkAnswer(request: string, operation: Operation | undefined, answer: Answer): void {
  assert.match(
    answer.headers.get('x-correlation-id') ?? '',
    /^[0-9a-f-]{36}$/,
    'every response carries X-Correlation-Id',
  );
  if (!operation) return;
  const promised = operation.responses[answer.status];
  assert.ok(promised, `${request} returned ${answer.status}, which openapi.json does not list: ${answer.text}`);
  const response = promised.$ref ? document.components.responses[promised.$ref.split('/').at(-1) ?? ''] : promised;
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = (response?.content?.[type] ?? response?.content?.['*/*'])?.schema;
  if (!response?.content) {
    assert.equal(answer.text, '', `${answer.status} has no body`);
    return;
  }
  assert.ok(schema, `${request} returned the content type ${type}, which openapi.json does not list`);
  const validator = compiled(`${operation.operationId} ${answer.status} ${type}`, schema);
  if (!validator.Check(answer.body))
    assert.fail(
      `The response violates openapi.json: ${JSON.stringify(validator.Errors(answer.body))}\n${answer.text.slice(0, 2000)}`,
    );
}

function compiled(name: string, schema: TSchema): ReturnType<typeof Compile> {
  let validator = validators.get(name);
  if (!validator) {
    validator = Compile(resolve(schema) as TSchema);
    validators.set(name, validator);
  }
  return validator;
}

function resolve(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolve);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref } = node as { $ref?: string };
  if ($ref) return resolve(document.components.schemas[$ref.split('/').at(-1) ?? '']);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]));
}
