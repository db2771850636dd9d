import Type, { type TObject } from 'typebox';
import { dataTypes } from '../data-types/catalogue.ts';
import type { DataType } from '../data-types/data-type.ts';

/** Records as they go over the wire: what the data type defines, and what every record has. */
const Id = Type.String({ description: "The platform's own identifier, unique inside the data set." });
const ModifiedDate = Type.String({ format: 'date-time', description: 'When our copy changed.' });
const SourceModifiedDate = Type.Optional(
  Type.String({ format: 'date-time', description: 'When it changed at the platform, where that says so.' }),
);
const Metadata = Type.Object({
  isDeleted: Type.Boolean({ description: 'The platform has deleted it; it stays readable.' }),
  pushId: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'The push whose result this is. Gone as soon as a sync has read the record from the platform again; of a deleted record it stays.',
    }),
  ),
});
const SourceData = Type.Optional(
  Type.Unknown({ description: "The platform's own payload as it came; with `include=sourceData`." }),
);

/** What can be filtered and ordered by. */
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
      { ...stored.properties, sourceData: SourceData },
      { title: recordTitle(dataType.name), description: dataType.description },
    );
    return [dataType.name, { dataType, stored, wire }];
  }),
);

export function findRecordSchema(dataType: string): RecordSchema | undefined {
  return schemas.get(dataType);
}

/** A record of any data type, where the path does not say which. */
export const AnyRecord = Type.Object(
  {
    id: Id,
    modifiedDate: ModifiedDate,
    sourceModifiedDate: SourceModifiedDate,
    metadata: Metadata,
    sourceData: SourceData,
  },
  { title: 'Record', description: 'The fields of its data type, and these.' },
);

/** `journalEntries` → `JournalEntry`. */
export function recordTitle(dataType: string): string {
  return listTitle(dataType)
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');
}

export function listTitle(dataType: string): string {
  return dataType.slice(0, 1).toUpperCase() + dataType.slice(1);
}
