import { type RawBuilder, sql } from 'kysely';
import Type, { type TObject, type TOptional, type TSchema } from 'typebox';
import { choicesOf, documentFields, type Field, type Fields, kindOf, member, noFields } from './fields.ts';
import { fixedText, jsonObject, jsonPlain, jsonText, jsonTime } from './json-text.ts';

/**
 * A column of a list: its schema in the API, the SQL expression that returns its value as JSON text, and the fields
 * that a filter or a sort order can name. Everything that can be derived from the schema is derived from it.
 */
export type Column<Schema extends TSchema = TSchema> = {
  schema: Schema;
  /** Undefined if only the response with a single record contains the value. */
  json?: RawBuilder<unknown>;
  absent?: RawBuilder<boolean>;
  /** Fields that filters and sort orders can name. Their paths start after the name of the column. */
  fields: Fields;
};

type ColumnSet = Record<string, Column>;
type Shape<Set extends ColumnSet> = { [Name in keyof Set]: Set[Name]['schema'] };

export type Columns<Set extends ColumnSet> = {
  /** Properties of the record in the API. */
  shape: Shape<Set>;
  json: RawBuilder<string>;
  fields: Fields;
};

/**
 * Declares the columns of a list. `hidden` contains fields that filters and sort orders can name, but that records do
 * not contain.
 */
export function columns<Set extends ColumnSet>(set: Set, hidden: Record<string, Field> = {}): Columns<Set> {
  const entries = Object.entries(set);
  const members = entries.flatMap(([name, { json, absent }]) =>
    json ? [{ name, json, ...(absent && { absent }) }] : [],
  );
  return {
    shape: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as Shape<Set>,
    json: fixedText(jsonObject(members)),
    fields: {
      names: [
        ...entries.flatMap(([name, { fields }]) => fields.names.map((inner) => (inner ? `${name}.${inner}` : name))),
        ...Object.keys(hidden),
      ],
      find([name = '', ...rest]) {
        const own = member(set, name);
        if (own) return own.fields.find(rest);
        return rest.length === 0 ? member(hidden, name) : undefined;
      },
    },
  };
}

type Shown = {
  /** Condition that is true for rows without the value. Default for an optional value: the SQL value is null. */
  absent?: RawBuilder<boolean>;
  /** True for a short text without characters that JSON escapes. */
  plain?: true;
  /** True if the SQL value is JSON text, as it always is for an array or an object. */
  isJson?: true;
};

/**
 * A column that lists show, and that filters and sort orders can name. `field` overrides what is derived from the
 * schema. The value of an array or an object must be JSON text; without `field`, filters cannot name it.
 */
export function column<Schema extends TSchema>(
  value: RawBuilder<unknown>,
  schema: Schema,
  { field: given, ...options }: Shown & { field?: Partial<Field> } = {},
): Column<Schema> {
  const asShown = given?.choices ? { ...options, plain: true as const } : options;
  const isNamed = given !== undefined || kindOf(schema) !== 'structure';
  const field = { ...fieldOf(value, schema, asShown), ...given };
  return { ...shown(value, schema, asShown), fields: isNamed ? onlyField(field) : noFields };
}

/** A column that lists show, but that filters and sort orders cannot name. */
export function shown<Schema extends TSchema>(
  value: RawBuilder<unknown>,
  schema: Schema,
  { absent, plain, isJson }: Shown = {},
): Column<Schema> {
  const isOptional = Type.IsOptional(schema);
  return {
    schema,
    json: isJson ? value : jsonOf(value, schema, plain === true),
    ...(isOptional && { absent: absent ?? sql`${value} is null` }),
    fields: noFields,
  };
}

/** A value that only the response with a single record contains. */
export function notInLists<Schema extends TSchema>(schema: Schema): Column<Schema> {
  return { schema, fields: noFields };
}

/** A jsonb map from arbitrary names to texts. Filters name its entries, as in `tags.region=EU`. */
export function map<Schema extends TSchema>(value: RawBuilder<unknown>, schema: Schema): Column<Schema> {
  return {
    schema,
    json: sql`${value}::text`,
    fields: {
      names: ['*'],
      find: ([key, ...rest]) =>
        key === undefined || rest.length > 0
          ? undefined
          : { kind: 'text', value: sql`(${value} ->> ${key}::text)`, arrays: [] },
    },
  };
}

/** A jsonb document, whose fields are those of its schema. */
export function document<Schema extends TSchema>(value: RawBuilder<unknown>, schema: Schema): Column<Schema> {
  const { names, find } = documentFields(schema, value);
  return { schema, json: sql`${value}::text`, fields: { names: ['', ...names], find } };
}

/** An object that is built from several columns. */
export function group<Set extends ColumnSet>(
  set: Set,
  options: { description?: string } = {},
): Column<TObject<Shape<Set>>> {
  const { shape, json, fields } = columns(set);
  return { schema: Type.Object(shape, options), json, fields };
}

export function optionalGroup<Set extends ColumnSet>(
  absent: RawBuilder<boolean>,
  set: Set,
  options: { description?: string } = {},
): Column<TOptional<TObject<Shape<Set>>>> {
  const { schema, ...rest } = group(set, options);
  return { ...rest, schema: Type.Optional(schema), absent };
}

/**
 * If a text field allows at most this length, lists are sorted by the whole text. Longer texts are cut for sorting,
 * because cursors contain the values by which a list is sorted.
 */
const shortTextMax = 200;

function fieldOf(value: RawBuilder<unknown>, schema: TSchema, { plain }: Pick<Shown, 'plain'>): Field {
  const kind = kindOf(schema);
  const choices = choicesOf(schema);
  const { maxLength } = schema as { maxLength?: number };
  const isShort = kind !== 'text' || plain === true || (maxLength !== undefined && maxLength <= shortTextMax);
  return {
    kind,
    value,
    arrays: [],
    required: isShort && !Type.IsOptional(schema),
    ...(choices.length > 0 && { choices }),
  };
}

const onlyField = (field: Field): Fields => ({
  names: [''],
  find: (path) => (path.length === 0 ? field : undefined),
});

function jsonOf(value: RawBuilder<unknown>, schema: TSchema, isPlain: boolean) {
  switch (kindOf(schema)) {
    case 'uuid':
    case 'choice':
      return jsonPlain(value);
    case 'time':
      return jsonTime(value);
    case 'number':
    case 'boolean':
      return sql`${value}::text`;
    case 'structure':
      return value;
    default:
      return isPlain ? jsonPlain(value) : jsonText(value);
  }
}
