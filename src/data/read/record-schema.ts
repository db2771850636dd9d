import type { DataType } from '@daybook/connector-kit';
import { dataTypes } from '@daybook/connector-kit';
import Type, { type TObject } from 'typebox';
import { sourceType } from '../../connections/wire.ts';
import { uuid } from '../../lists/wire.ts';

/** Schemas of records in API responses: the fields of the data type plus the fields of every record. */
const Id = Type.String({ description: "The platform's own identifier, unique inside the data set." });
const ModifiedDate = Type.String({
  format: 'date-time',
  description: "When Daybook's copy of the record last changed.",
});
const SourceModifiedDate = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'When the record last changed on the platform, if the platform reports this time.',
  }),
);
const Metadata = Type.Object({
  isDeleted: Type.Boolean({
    description: 'Whether the record was deleted on the platform. Deleted records stay readable.',
  }),
  pushId: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'The push that produced this version. This field is removed when a sync has fetched the record from the platform again, but it stays on a deleted record.',
    }),
  ),
});
const CustomFields = Type.Optional(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
    description:
      "Values of the platform's own record that a mapping adds, by name. Present only if a mapping is in force (`GET /mappings`). Filters and sort orders can name them, such as `customFields.project`.",
  }),
);
const SourceData = Type.Optional(
  Type.Unknown({ description: "The platform's own payload, unchanged. Present only with `include=sourceData`." }),
);
const RecordConnection = Type.Optional(
  Type.Object(
    { connectionId: uuid, platformKey: Type.String(), sourceType },
    {
      title: 'RecordConnection',
      description: 'The connection that the record comes from. Present only with `include=connection`.',
    },
  ),
);

/** The fields available for filtering and sorting. */
function storedRecord(dataType: DataType): TObject {
  return Type.Object({
    id: Id,
    ...dataType.record.properties,
    modifiedDate: ModifiedDate,
    sourceModifiedDate: SourceModifiedDate,
    metadata: Metadata,
  });
}

export type RecordSchema = { dataType: DataType; stored: TObject; wire: TObject };

const schemas = new Map<string, RecordSchema>(
  dataTypes.map((dataType) => {
    const stored = storedRecord(dataType);
    const wire = Type.Object(
      { ...stored.properties, customFields: CustomFields, sourceData: SourceData, connection: RecordConnection },
      { title: recordTitle(dataType.name), description: dataType.description },
    );
    return [dataType.name, { dataType, stored, wire }];
  }),
);

export function findRecordSchema(dataType: string): RecordSchema | undefined {
  return schemas.get(dataType);
}

/** A record of any data type, for paths in which the data type is a parameter. */
export const AnyRecord = Type.Object(
  {
    id: Id,
    modifiedDate: ModifiedDate,
    sourceModifiedDate: SourceModifiedDate,
    metadata: Metadata,
    customFields: CustomFields,
    sourceData: SourceData,
    connection: RecordConnection,
  },
  {
    title: 'Record',
    description: 'A record has these fields and the fields of its data type.',
    additionalProperties: true,
  },
);

/** Turns `journalEntries` into `JournalEntry`. */
export function recordTitle(dataType: string): string {
  return listTitle(dataType)
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');
}

export function listTitle(dataType: string): string {
  return dataType.slice(0, 1).toUpperCase() + dataType.slice(1);
}
