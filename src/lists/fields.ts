import { type RawBuilder, sql } from 'kysely';
import type { TSchema } from 'typebox';
import type { Operator } from './filter/parse-filter.ts';
import { fieldUnknown } from './refusals.ts';

/** Kinds of fields that a filter or a sort order can name. */
export type FieldKind = 'text' | 'choice' | 'number' | 'time' | 'boolean' | 'uuid' | 'structure';

export type Field = {
  kind: FieldKind;
  /** SQL expression of the value, in the SQL type of its kind; null if the value is absent. A `structure` is jsonb. */
  value: RawBuilder<unknown>;
  /**
   * The arrays that contain the field, outermost first. A comparison unnests each array under its alias. The row
   * matches if at least one element matches.
   */
  arrays: { elements: RawBuilder<unknown>; alias: string }[];
  /** Of a field of a document: the names on the way to its value. `[]` stands for each element of an array. */
  steps?: readonly string[];
  /**
   * True if the value is never absent and, if it is a text, always short. Sorting can then use the plain value and its
   * index.
   */
  required?: boolean;
  /** All possible values. A filter with any other value is rejected. */
  choices?: readonly string[];
  /**
   * A special comparison, for fields whose default comparison would not use an index. If the value is null, it tests
   * for absence.
   */
  compare?: (operator: Operator, value: string | null) => RawBuilder<boolean>;
  /**
   * Sorts by another expression, which is never null. `indexed` is true if an index is sorted by this expression and
   * then by the list's key.
   */
  order?: { expression: RawBuilder<unknown>; type: RawBuilder<unknown>; indexed?: boolean };
};

export type Fields = {
  find(path: readonly string[]): Field | undefined;
  /** Names of the allowed fields, for the error text. */
  names: readonly string[];
};

export function requireField(fields: Fields, path: readonly string[], parameter: 'query' | 'orderBy'): Field {
  const field = fields.find(path);
  if (field) return field;
  const error = `The parameter "${parameter}" contains the unknown field "${path.join('.')}". Allowed: ${fields.names.join(', ')}.`;
  throw fieldUnknown({ itemId: path.join('.'), error });
}

/** For a column that filters and sort orders cannot name. */
export const noFields: Fields = { names: [], find: () => undefined };

/** Returns only own properties, because a query can also contain a name such as `constructor`. */
export function member<T>(of: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

/** Returns the fields of a jsonb document, derived from its schema. */
export function documentFields(schema: TSchema, document: RawBuilder<unknown>): Fields {
  return {
    names: namesOf(elementOf(schema as JsonSchema)),
    find: (path) => walk(schema as JsonSchema, path, { at: document, arrays: [], steps: [] }),
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

/** Returns the schema of a nullable field without its null option. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const options = schema.anyOf?.filter((option) => option.type !== 'null') ?? [];
  return options.length === 1 && options[0]?.const === undefined ? (options[0] ?? schema) : schema;
}

type Walked = { at: RawBuilder<unknown>; arrays: Field['arrays']; steps: readonly string[] };

function walk(schema: JsonSchema, path: readonly string[], { at, arrays, steps }: Walked): Field | undefined {
  const [name, ...rest] = path;
  if (schema.type === 'array' && schema.items && name !== undefined) {
    const alias = `e${arrays.length}`;
    const elements = sql`(case when jsonb_typeof(${at}) = 'array' then ${at} else '[]'::jsonb end)`;
    return walk(withoutNull(schema.items), path, {
      at: sql`${sql.id(alias)}.value`,
      arrays: [...arrays, { elements, alias }],
      steps: [...steps, '[]'],
    });
  }
  if (name === undefined) return { kind: 'structure', value: sql`nullif(${at}, 'null'::jsonb)`, arrays, steps };
  const own = schema.properties && member(schema.properties, name);
  if (!own) return undefined;
  const next = withoutNull(own);
  const child = sql`(${at} -> ${sql.lit(name)})`;
  const inside = [...steps, name];
  const kind = kindOf(next);
  if (kind === 'structure') return walk(next, rest, { at: child, arrays, steps: inside });
  if (rest.length > 0) return undefined;
  const choices = kind === 'choice' ? { choices: choicesOf(next) } : {};
  return { kind, value: leaf(kind, sql`(${at} ->> ${sql.lit(name)})`), arrays, steps: inside, ...choices };
}

function leaf(kind: FieldKind, text: RawBuilder<unknown>): RawBuilder<unknown> {
  if (kind === 'number') return sql`${text}::numeric`;
  if (kind === 'time') return sql`${text}::timestamptz`;
  if (kind === 'boolean') return sql`${text}::boolean`;
  if (kind === 'uuid') return sql`${text}::uuid`;
  return text;
}

export function kindOf(schema: JsonSchema): FieldKind {
  if (choicesOf(schema).length > 0) return 'choice';
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  if (schema.type === 'boolean') return 'boolean';
  if (schema.type !== 'string') return 'structure';
  if (schema.format === 'date-time' || schema.format === 'date') return 'time';
  return schema.format === 'uuid' ? 'uuid' : 'text';
}

/** Returns the values of an enumeration. */
export function choicesOf(schema: JsonSchema): string[] {
  const values = schema.enum ?? (schema.anyOf ?? []).map((option) => option.const);
  return values.filter((value): value is string => typeof value === 'string');
}

/** Returns the schema of the elements if the schema is an array. */
function elementOf(schema: JsonSchema): JsonSchema {
  return schema.type === 'array' && schema.items ? elementOf(withoutNull(schema.items)) : schema;
}

function namesOf(schema: JsonSchema, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const own = `${prefix}${name}`;
    const inner = elementOf(withoutNull(child));
    return inner.properties ? [own, ...namesOf(inner, `${own}.`)] : [own];
  });
}
