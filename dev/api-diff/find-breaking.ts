/**
 * Finds what a change of the OpenAPI document breaks for clients that were written for the document before. Such a
 * client sends what was allowed and reads what was promised. Values may be added to enumerations of responses, because
 * they are open; a request with an unknown field or parameter is rejected, so none may be removed.
 */
export type Breaking = {
  /** Such as `GET /companies`. */
  operation: string;
  kind: 'removed' | 'narrowed' | 'required';
  /** Where in the operation, and what happened. */
  what: string;
};

type Json = Record<string, unknown>;
type Document = { paths: Record<string, Record<string, Operation>>; components?: Json };
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: { required?: boolean; content?: Record<string, { schema?: unknown }> };
  responses: Record<string, unknown>;
  security?: object[];
};
type Note = (kind: Breaking['kind'], what: string) => void;

export function findBreaking(before: Document, after: Document): Breaking[] {
  const found: Breaking[] = [];
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const note: Note = (kind, what) => void found.push({ operation: name, kind, what });
      const now = after.paths[path]?.[method];
      if (!now) note('removed', 'the operation');
      else compareOperation({ before: operation, after: now }, { before, after }, note);
    }
  }
  return found;
}

type Both<T> = { before: T; after: T };

function compareOperation({ before, after }: Both<Operation>, documents: Both<Document>, note: Note): void {
  compareParameters({ before, after }, documents, note);
  const bodies = { before: before.requestBody, after: after.requestBody };
  if (bodies.after?.required && !bodies.before?.required) note('required', 'the body of the request');
  for (const [type, { schema }] of Object.entries(bodies.before?.content ?? {})) {
    const now = bodies.after?.content?.[type];
    if (!now) note('removed', `the body of the request as ${type}`);
    else new Comparison(documents, 'request', note).schemas({ before: schema, after: now.schema }, 'body');
  }
  for (const [status, response] of Object.entries(before.responses)) {
    if (!status.startsWith('2')) continue;
    const now = after.responses[status];
    if (now === undefined) note('removed', `the response ${status}`);
    else compareResponse({ before: response, after: now }, documents, (kind, what) => note(kind, `${status} ${what}`));
  }
  const [was, is] = [before.security ?? [{ apiKey: [] }], after.security ?? [{ apiKey: [] }]].map((list) =>
    list.map((entry) => Object.keys(entry)[0] ?? ''),
  );
  if (was?.includes('apiKey') && !is?.includes('apiKey') && is?.length !== 0)
    note('narrowed', 'no longer for API keys');
  if (was?.length === 0 && is?.length !== 0) note('narrowed', 'now needs authentication');
}

function compareParameters({ before, after }: Both<Operation>, documents: Both<Document>, note: Note): void {
  const now = new Map((after.parameters ?? []).map((one) => [`${one.in} ${one.name}`, one]));
  for (const one of before.parameters ?? []) {
    const place = `parameter ${one.name}`;
    const other = now.get(`${one.in} ${one.name}`);
    now.delete(`${one.in} ${one.name}`);
    if (!other) note('removed', place);
    else {
      if (other.required && !one.required) note('required', place);
      new Comparison(documents, 'request', note).schemas({ before: one.schema, after: other.schema }, place);
    }
  }
  for (const { name, required } of now.values()) if (required) note('required', `parameter ${name}`);
}

function compareResponse({ before, after }: Both<unknown>, documents: Both<Document>, note: Note): void {
  const content = (of: unknown) => ((of as Json).content ?? {}) as Record<string, { schema?: unknown }>;
  for (const [type, { schema }] of Object.entries(content(before))) {
    const now = content(after)[type];
    if (!now) note('removed', `as ${type}`);
    else new Comparison(documents, 'response', note).schemas({ before: schema, after: now.schema }, 'body');
  }
}

/** Compares two schemas, once for each pair of references. */
class Comparison {
  readonly #documents: Both<Document>;
  readonly #side: 'request' | 'response';
  readonly #note: Note;
  readonly #seen = new Set<string>();

  constructor(documents: Both<Document>, side: 'request' | 'response', note: Note) {
    this.#documents = documents;
    this.#side = side;
    this.#note = note;
  }

  schemas({ before, after }: Both<unknown>, place: string): void {
    const refs = JSON.stringify([(before as Json | undefined)?.$ref, (after as Json | undefined)?.$ref]);
    if (refs.includes('#')) {
      if (this.#seen.has(refs)) return;
      this.#seen.add(refs);
    }
    const [was, is] = [resolve(before, this.#documents.before), resolve(after, this.#documents.after)];
    this.#compareTypes({ before: was, after: is }, place);
    this.#compareValues({ before: was, after: is }, place);
    if (was.properties && is.properties) this.#compareFields({ before: was, after: is }, place);
    if (was.items && is.items) this.schemas({ before: was.items, after: is.items }, `${place}[]`);
    const [choices, others] = [was.anyOf as unknown[] | undefined, is.anyOf as unknown[] | undefined];
    if (choices && others && choices.length === others.length)
      for (const [at, choice] of choices.entries()) this.schemas({ before: choice, after: others[at] }, place);
  }

  #compareTypes({ before, after }: Both<Json>, place: string): void {
    const [was, is] = [typesOf(before), typesOf(after)];
    const [given, taken] = this.#side === 'request' ? [was, is] : [is, was];
    const refused = given.filter((type) => !taken.includes(type) && !(type === 'integer' && taken.includes('number')));
    if (was.length > 0 && is.length > 0 && refused.length > 0)
      this.#note('narrowed', `${place} (${was.join('|')} → ${is.join('|')})`);
  }

  /** Only what a request may contain can become narrower. */
  #compareValues({ before, after }: Both<Json>, place: string): void {
    if (this.#side === 'response') return;
    const [was, is] = [valuesOf(before), valuesOf(after)];
    const gone = is ? (was ?? []).filter((value) => !is.includes(value)) : [];
    if (gone.length > 0) this.#note('narrowed', `${place} (no longer ${gone.join(', ')})`);
    else if (is && !was) this.#note('narrowed', `${place} (only ${is.join(', ')})`);
    for (const [limit, direction] of Object.entries(limits)) {
      const [old, now] = [before[limit], after[limit]] as (number | undefined)[];
      if (now !== undefined && (old === undefined || (now - old) * direction > 0))
        this.#note('narrowed', `${place} (${limit} ${old ?? 'none'} → ${now})`);
    }
    if (after.pattern !== undefined && after.pattern !== before.pattern)
      this.#note('narrowed', `${place} (pattern ${after.pattern})`);
  }

  #compareFields({ before, after }: Both<Json>, place: string): void {
    const [was, is] = [before.properties as Json, after.properties as Json];
    const [needed, needs] = [before, after].map(({ required }) => (required ?? []) as string[]);
    for (const [name, schema] of Object.entries(was)) {
      const at = `${place}.${name}`;
      if (!(name in is)) this.#note('removed', at);
      else {
        this.schemas({ before: schema, after: is[name] }, at);
        if (this.#side === 'response' && needed?.includes(name) && !needs?.includes(name))
          this.#note('narrowed', `${at} (may now be absent)`);
      }
    }
    if (this.#side === 'request')
      for (const name of needs ?? []) if (!needed?.includes(name)) this.#note('required', `${place}.${name}`);
  }
}

/** 1: a larger value allows less. -1: a smaller one does. */
const limits = { minimum: 1, minLength: 1, minItems: 1, maximum: -1, maxLength: -1, maxItems: -1 };

function typesOf({ type, anyOf }: Json): string[] {
  if (Array.isArray(anyOf)) return anyOf.flatMap((one) => typesOf(one as Json));
  return type === undefined ? [] : [type].flat().map(String);
}

/** The only values that a schema accepts, if it lists them. A constant may become a choice of several values. */
function valuesOf(schema: Json): unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return (schema.enum as unknown[] | undefined) ?? (schema.type === 'null' ? [null] : undefined);
}

function resolve(schema: unknown, document: Document): Json {
  const { $ref } = (schema ?? {}) as { $ref?: string };
  if ($ref === undefined) return (schema ?? {}) as Json;
  const found = $ref
    .slice(2)
    .split('/')
    .reduce((node: unknown, key) => (node as Json)[key], document);
  return found as Json;
}
