import { findDataType } from '@daybook/connector-kit';
import Type from 'typebox';
import { hourMs } from '../../base/durations.ts';
import { path } from '../call-operation.ts';
import { tool } from '../tool.ts';
import { heldMeaning } from './accepted-age.ts';
import { fieldsOf, filterHelp } from './filter-help.ts';
import { companyId, dataType } from './inputs.ts';

type Status = {
  dataType: string;
  status: string;
  lastSuccessfulSync?: string;
  nextSync?: string;
  totalRecords: number;
  generation: number;
  heldSyncId?: string;
};
type Connection = { connectionId: string; platformName: string; status: string };

export const describeData = tool({
  name: 'describe_data',
  title: 'Describe the data of a company',
  description:
    'Says which data sets a company has: what they contain, how many records, and how old the copy is. With dataType, also lists the fields of its records with their kinds and allowed values, and the rules of the filter language for query_data.',
  input: Type.Object({ companyId, dataType: Type.Optional(dataType) }, { additionalProperties: false }),
  async run({ call, nowMs }, { companyId: company, dataType: wanted }) {
    const { body: statuses } = await call({ path: path`/companies/${company}/dataStatus` });
    const { body: connections } = await call({ path: path`/companies/${company}/connections` });
    const dataSets = (Object.values(statuses) as Status[])
      .filter((status) => wanted === undefined || status.dataType === wanted)
      .map(({ dataType: name, status, lastSuccessfulSync, nextSync, totalRecords, generation, heldSyncId }) => ({
        dataType: name,
        contains: findDataType(name)?.description,
        records: totalRecords,
        isReadable: generation > 0,
        latestSync: status,
        ...(lastSuccessfulSync !== undefined && {
          lastSuccessfulSync,
          ageHours: Math.round(((nowMs - Date.parse(lastSuccessfulSync)) / hourMs) * 10) / 10,
        }),
        ...(nextSync !== undefined && { nextSync }),
        ...(heldSyncId !== undefined && { newerStateHeld: { syncId: heldSyncId, meaning: heldMeaning } }),
      }));
    return {
      data: {
        companyId: company,
        connections: connections.results.map(({ connectionId, platformName, status }: Connection) => ({
          connectionId,
          platformName,
          status,
        })),
        dataSets,
        ...(wanted !== undefined && { fields: fieldsOf(wanted), filterLanguage: filterHelp }),
      },
      rest: 'Call describe_data with a dataType.',
    };
  },
});
