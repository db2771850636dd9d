import { type RawBuilder, sql } from 'kysely';
import type { TSchema } from 'typebox';
import { badRequest } from '../errors.ts';
import type { Operator } from './parse-filter.ts';

/** What a filter or an order can name, and how PostgreSQL reaches it. */
export type FieldKind = 'text' | 'choice' | 'number' | 'time' | 'boolean' | 'uuid' | 'structure';

export type Field = {
  kind: FieldKind;
  /** The value as SQL: of the kind's own type, null where absent; a `structure` as jsonb. */
  value: RawBuilder<unknown>;
  /** Arrays on the way, outermost first: each is unnested under the alias, and one element must satisfy the comparison. */
  arrays: { elements: RawBuilder<unknown>; alias: string }[];
  /** Never absent, and short where it is a text: can be ordered by as it is, through an index. */
  required?: boolean;
  /** All the values that there are: others are refused. */
  choices?: readonly string[];
  /** Its own comparison, where that of the kind would keep PostgreSQL from an index; null tests absence. */
  compare?: (operator: Operator, value: string | null) => RawBuilder<boolean>;
  /** Its own order: a column that is never null. `indexed` where an index has it, followed by the list's key. */
  order?: { expression: RawBuilder<unknown>; type: RawBuilder<unknown>; indexed?: boolean };
};

export type Fields = {
  find(path: readonly string[]): Field | undefined;
  /** For the message that lists what is allowed. */
  names: readonly string[];
};

export function requireField(fields: Fields, path: readonly string[], parameter: 'query' | 'orderBy'): Field {
  const field = fields.find(path);
  if (field) return field;
  const error = `The parameter "${parameter}" names the unknown field "${path.join('.')}". Allowed: ${fields.names.join(', ')}.`;
  throw badRequest({
    code: 'fieldUnknown',
    error,
    items: [{ itemId: path.join('.'), message: error, validatorName: 'FieldValidator' }],
  });
}

type Column = { column: RawBuilder<unknown>; required?: boolean } & (
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: Exclude<FieldKind, 'choice'>; choices?: readonly string[] }
);

/** Fields that have columns of their own. A name ending in `.*` is a jsonb map with free keys. */
export function columnFields(columns: Record<string, Column>): Fields {
  return {
    names: Object.keys(columns),
    find(path) {
      const own = member(columns, path.join('.'));
      if (own) {
        const { kind, column, required = false, choices } = own;
        return { kind, value: column, arrays: [], required, ...(choices && { choices }) };
      }
      const [first, key, ...rest] = path;
      const map = rest.length === 0 && key !== undefined ? member(columns, `${first}.*`) : undefined;
      return map && { kind: map.kind, value: sql`(${map.column} ->> ${key}::text)`, arrays: [] };
    },
  };
}

/** Only what the object has itself: a query can name `constructor` too. */
function member<T>(of: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

/** Fields of a jsonb document, by the schema of its records. */
export function documentFields(schema: TSchema, document: RawBuilder<unknown>): Fields {
  return {
    names: namesOf(schema as JsonSchema),
    find: (path) => walk(schema as JsonSchema, path, document, []),
  };
}

type JsonSchema = {
  type?: string | string[];
  format?: string;
  enum?: readonly unknown[];
  anyOf?: JsonSchema[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
};

/** A field that may also be null is compared as what it is otherwise. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const options = schema.anyOf?.filter((option) => option.type !== 'null') ?? [];
  return options.length === 1 && options[0]?.const === undefined ? (options[0] ?? schema) : schema;
}

function walk(
  schema: JsonSchema,
  path: readonly string[],
  at: RawBuilder<unknown>,
  arrays: Field['arrays'],
): Field | undefined {
  const [name, ...rest] = path;
  if (schema.type === 'array' && schema.items && name !== undefined) {
    const alias = `e${arrays.length}`;
    const elements = sql`(case when jsonb_typeof(${at}) = 'array' then ${at} else '[]'::jsonb end)`;
    return walk(withoutNull(schema.items), path, sql`${sql.id(alias)}.value`, [...arrays, { elements, alias }]);
  }
  if (name === undefined) return { kind: 'structure', value: sql`nullif(${at}, 'null'::jsonb)`, arrays };
  const own = schema.properties && member(schema.properties, name);
  if (!own) return undefined;
  const next = withoutNull(own);
  const child = sql`(${at} -> ${sql.lit(name)})`;
  const kind = kindOf(next);
  if (kind === 'structure') return walk(next, rest, child, arrays);
  if (rest.length > 0) return undefined;
  const choices = kind === 'choice' ? { choices: choicesOf(next) } : {};
  return { kind, value: leaf(kind, sql`(${at} ->> ${sql.lit(name)})`), arrays, ...choices };
}

function leaf(kind: FieldKind, text: RawBuilder<unknown>): RawBuilder<unknown> {
  if (kind === 'number') return sql`${text}::numeric`;
  if (kind === 'time') return sql`${text}::timestamptz`;
  if (kind === 'boolean') return sql`${text}::boolean`;
  if (kind === 'uuid') return sql`${text}::uuid`;
  return text;
}

function kindOf(schema: JsonSchema): FieldKind {
  if (choicesOf(schema).length > 0) return 'choice';
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  if (schema.type === 'boolean') return 'boolean';
  if (schema.type !== 'string') return 'structure';
  if (schema.format === 'date-time' || schema.format === 'date') return 'time';
  return schema.format === 'uuid' ? 'uuid' : 'text';
}

/** The values of an enumeration on the wire, for a column that holds them. */
export function valuesOf(schema: TSchema): string[] {
  return choicesOf(withoutNull(schema as JsonSchema));
}

function choicesOf(schema: JsonSchema): string[] {
  const values = schema.enum ?? (schema.anyOf ?? []).map((option) => option.const);
  return values.filter((value): value is string => typeof value === 'string');
}

function namesOf(schema: JsonSchema, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const own = `${prefix}${name}`;
    let inner = withoutNull(child);
    while (inner.type === 'array' && inner.items) inner = withoutNull(inner.items);
    return inner.properties ? [own, ...namesOf(inner, `${own}.`)] : [own];
  });
}
