/** How a file is read: the rules of the form, without a screen. The types are parts of those of the API. */
export type Mapping = {
  /** The column of each field. */
  fields: Record<string, string>;
  constants: Record<string, string>;
  decimalMark: string;
  dateOrder: string;
  idColumns: string[];
  lines: string;
  groupColumns?: string[];
};
export type Reading = { dataType?: string; sheet?: string; mapping?: Mapping };
export type Field = { name: string; label: string; isRequired: boolean; isLine: boolean; choices?: string[] };
export type Preview = {
  reading: Reading;
  isRemembered: boolean;
  mode: string;
  fields: Field[];
  errors: string[];
  records: unknown[];
  total: number;
  problems: { row: number; column?: string; value?: string; message: string }[];
  problemsTotal: number;
};

/** The field that a column is mapped to. */
export function fieldOf(mapping: Mapping, column: string): string | undefined {
  return Object.keys(mapping.fields).find((name) => mapping.fields[name] === column);
}

/**
 * Maps a column to a field, or to none. A field has one column, so another column loses it; and a column is of one field
 * here, so it loses another field.
 */
export function mapColumn(mapping: Mapping, column: string, field: string | undefined): Mapping {
  const others = Object.entries(mapping.fields).filter(([name, of]) => name !== field && of !== column);
  const constants = Object.entries(mapping.constants).filter(([name]) => name !== field);
  return {
    ...mapping,
    fields: { ...Object.fromEntries(others), ...(field !== undefined && { [field]: column }) },
    constants: Object.fromEntries(constants),
  };
}

/** Sets the value that a field has in all rows; `undefined` removes it. */
export function setConstant(mapping: Mapping, field: string, value: string | undefined): Mapping {
  const { [field]: _, ...others } = mapping.constants;
  return { ...mapping, constants: value === undefined ? others : { ...others, [field]: value } };
}

/** The fields that have neither a column nor a value. */
export function openFields(fields: readonly Field[], mapping: Mapping): Field[] {
  return fields.filter(({ name }) => !(name in mapping.fields) && !(name in mapping.constants));
}

/** The service names fields as in records. The owner knows them by their labels. */
export function withLabels(text: string, fields: readonly Field[]): string {
  const labels = new Map(fields.map(({ name, label }) => [name, `“${label}”`]));
  // In other texts, a plain word such as "status" need not be a field.
  const isList = /^Map a column to /.test(text);
  const labelOf = (word: string) => (isList || /[A-Z.]/.test(word) ? labels.get(word) : undefined) ?? word;
  return text.replace(/[A-Za-z]+(\.[A-Za-z]+)*/g, labelOf);
}

export type PreviewColumn = { name: string; label: string };

/** The columns in which the first records are shown: what the file has values for. */
export function previewColumns({ fields, records, reading }: Preview): PreviewColumn[] {
  const rows = records.map((record) => flat(record));
  const named = new Set(rows.flatMap((row) => Object.keys(row)));
  if (fields.length === 0)
    return [...named].filter((name) => !hidden.test(name)).map((name) => ({ name, label: wordsOf(name) }));
  const mapped = new Set([
    ...Object.keys(reading.mapping?.fields ?? {}),
    ...Object.keys(reading.mapping?.constants ?? {}),
  ]);
  return fields.filter(({ name }) => mapped.has(name) && named.has(name));
}

/** Names of statements that say nothing to a person. */
const hidden = /^(id|modifiedDate|metadata\..*|.*Ref\.id)$/;

/** The values of a record by path, such as `customerRef.companyName`. Of lists, the first element. */
export function flat(value: unknown, path = ''): Record<string, string> {
  if (value === null || value === undefined) return {};
  if (Array.isArray(value)) return flat(value[0], path);
  if (typeof value !== 'object') return { [path]: shown(value) };
  return Object.assign({}, ...Object.entries(value).map(([name, one]) => flat(one, path ? `${path}.${name}` : name)));
}

/** A time at the beginning of a day is a date. */
const shown = (value: unknown) => String(value).replace(/T00:00:00(\.0+)?Z$/, '');

/** `bankAccountRef.name` → `Bank account name`. */
function wordsOf(name: string): string {
  const words = name
    .replace(/Ref\./g, ' ')
    .replace(/\./g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A name that the service accepts: without control characters, and not too long. Its end says what kind it is. */
export function acceptableName(name: string): string {
  return (
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is replaced
    name.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(-255) || 'file'
  );
}
