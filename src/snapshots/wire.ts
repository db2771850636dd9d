import Type, { type Static } from 'typebox';
import { snapshotName } from '../data/snapshots/snapshot-list.ts';

export const SnapshotParams = Type.Object({
  companyId: Type.String({ format: 'uuid' }),
  snapshotId: Type.String({ format: 'uuid' }),
});

const aboutEnd =
  'Until when the snapshot is kept. `snapshots.daysMax` of `GET /usage` says how many days this may be from now.';
const keepUntil = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

export const NewSnapshot = Type.Object(
  {
    name: Type.Optional(snapshotName),
    keepUntil: keepUntil(`${aboutEnd} The default is 7 days from now.`),
    fresh: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to request syncs of all data sets first. The data sets of a connection are read right after each other. The snapshot is `pending` until these syncs have ended, and is taken then; after an hour it is taken in any case.',
      }),
    ),
    maxSpreadSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description:
          'With `fresh`: how far apart the data sets may have been read. While they were read further apart, all are synced once more, at most twice; these syncs usually only fetch changes. `isSpreadMet` says whether that was enough.',
      }),
    ),
  },
  { additionalProperties: false, title: 'SnapshotInput' },
);
export type NewSnapshot = Static<typeof NewSnapshot>;

export const SnapshotChange = Type.Object(
  { name: Type.Optional(Type.Union([snapshotName, Type.Null()])), keepUntil: keepUntil(aboutEnd) },
  {
    additionalProperties: false,
    minProperties: 1,
    title: 'SnapshotChange',
    description: 'Omitted fields stay unchanged. `name: null` removes the name.',
  },
);
