import { dataTypes } from '@daybook/connector-kit';
import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';

const id = Type.String({ format: 'uuid' });
const open = openValues();
export const dataTypeName = Type.Enum(
  dataTypes.map(({ name }) => name),
  { description: open },
);

export const UploadsParams = Type.Object({ companyId: id, connectionId: id });
export const UploadParams = Type.Object({ companyId: id, connectionId: id, uploadId: id });

const FileName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: 'Name of the file, for people. What it contains is found out from the content, not from the name.',
});

export const UploadQuery = Type.Object(
  {
    fileName: FileName,
    confirm: Type.Optional(
      Type.Enum(['ifKnown', 'never'], {
        default: 'ifKnown',
        description:
          '`ifKnown`: the file is confirmed at once if a file with the same columns was confirmed on this connection before, and if all of its rows can be read in the same way. `never`: it waits until it is confirmed.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type UploadQuery = Static<typeof UploadQuery>;

export const LinkUploadQuery = Type.Object({ fileName: FileName }, { additionalProperties: false });

export const aboutFile = 'The bytes of the file. Its kind is recognised, whatever the content type says.';
export const aboutPreview =
  'Reads the file as a sync would, and returns the first 20 records and what cannot be read. Nothing is stored. With an empty body, the response shows how the file would be read by itself.';

/** Such as `lineItems.quantity` or `addresses.line1`. */
const fieldName = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9.]{0,99}$' });
const columnName = Type.String({ maxLength: 32_767 });

/** The form of `FileMapping` of the connector, without its data type, which stands beside it. */
const FileMapping = Type.Object(
  {
    fields: Type.Record(fieldName, columnName, {
      additionalProperties: false,
      maxProperties: 500,
      description: 'The column of each field. `fields` of the preview lists the fields.',
    }),
    constants: Type.Record(fieldName, Type.String({ maxLength: 1000 }), {
      additionalProperties: false,
      maxProperties: 500,
      description: 'Values of fields in all rows, such as the currency. A column counts first if it is not empty.',
    }),
    decimalMark: Type.Enum(['.', ','], { description: `The character before the decimal places. ${open}` }),
    dateOrder: Type.Enum(['ymd', 'dmy', 'mdy'], { description: `The order of year, month and day in dates. ${open}` }),
    idColumns: Type.Array(columnName, {
      maxItems: 20,
      description:
        'The columns that identify a record. If empty, a record is identified by its content, and a record that has changed counts as a new one.',
    }),
    lines: Type.Enum(['none', 'same-id', 'blank-id'], {
      description: `Which rows form one record with several lines. \`none\`: each row is a record. \`same-id\`: rows with the same id columns. \`blank-id\`: a row with empty id columns continues the one above. ${open}`,
    }),
    groupColumns: Type.Optional(
      Type.Array(columnName, {
        maxItems: 20,
        description:
          'The columns that the rows of one record have in common, if they do not identify it, such as a running number that is different in the next export. Default: the id columns.',
      }),
    ),
  },
  { additionalProperties: false, title: 'FileMapping' },
);

const readingParts = {
  dataType: Type.Optional(dataTypeName),
  sheet: Type.Optional(
    Type.String({ maxLength: 255, description: 'Name of the sheet, if the file has several. Default: the first one.' }),
  ),
  mapping: Type.Optional(FileMapping),
};

export const FileReading = Type.Object(readingParts, {
  additionalProperties: false,
  title: 'FileReading',
  description:
    'How a file is read. What is omitted is taken from the last file with the same columns on this connection, and otherwise recognised. A mapping needs a data type.',
});
export type FileReading = Static<typeof FileReading>;

export const uploadMode = Type.Enum(['replace', 'append'], {
  description: `\`replace\`: the file is the whole data set, and records that it does not contain are deleted. \`append\`: its records are added to those of earlier files. Default: \`replace\` for tables, \`append\` for bank statements. ${open}`,
});

export const Confirmation = Type.Object(
  { ...readingParts, mode: Type.Optional(uploadMode) },
  {
    additionalProperties: false,
    title: 'UploadConfirmation',
    description: 'How the file is read, as in the preview. What is omitted is chosen in the same way.',
  },
);
export type Confirmation = Static<typeof Confirmation>;

export const UploadPreview = Type.Object(
  {
    reading: FileReading,
    isRemembered: Type.Boolean({
      description: 'Whether the reading is that of the last file with the same columns on this connection.',
    }),
    dataTypes: Type.Array(dataTypeName, {
      description: 'The data sets that the file fills. A bank statement fills two.',
    }),
    mode: uploadMode,
    fields: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the field, such as `customerRef.companyName`.' }),
        label: Type.String({ description: 'The field for people, in English.' }),
        isRequired: Type.Boolean({ description: 'Whether a record cannot be read without the field.' }),
        isLine: Type.Boolean({ description: 'Whether the field belongs to the lines of a record.' }),
        choices: Type.Optional(Type.Array(Type.String(), { description: 'The values that the field can have.' })),
      }),
      { description: 'The fields to which columns can be mapped. Empty for a bank statement.' },
    ),
    errors: Type.Array(Type.String(), {
      description: 'What is wrong with the mapping. Until it is corrected, no record can be read.',
    }),
    records: Type.Array(Type.Unknown(), { description: 'The first 20 records, as the data set would contain them.' }),
    total: Type.Integer({ minimum: 0, description: 'Number of records in the file.' }),
    problems: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'Number of the row in the file, or of the entry of a statement.' }),
        column: Type.Optional(Type.String({ description: 'The column with the value.' })),
        value: Type.Optional(Type.String({ description: 'The value that cannot be read.' })),
        message: Type.String({ description: 'What is wrong, in English.' }),
      }),
      { description: 'The first 100 rows that cannot be read. They are left out.' },
    ),
    problemsTotal: Type.Integer({ minimum: 0, description: 'Number of all problems.' }),
  },
  { title: 'UploadPreview' },
);
