import { type Client, Gone } from '../../sdk/src/daybook.ts';
import type { MirrorTable } from './mirror-tables.ts';
import type { Target } from './open-target.ts';
import { type DataSetKey, hashRecords, type MirroredDataSet, noteVerified } from './store.ts';

/**
 * Compares the records of a data set with the server's, by number and hash, in the generation that the mirror has. If
 * the server no longer stores that generation, its newest one is compared: it can be equal, because a generation
 * without visible changes leaves no change in the feed. Returns false if they differ.
 */
export async function verifyDataSet(
  { target, client }: { target: Target; client: Client },
  dataSet: MirroredDataSet,
  table: MirrorTable,
): Promise<boolean> {
  const { companyId, connectionId, dataType, generation } = dataSet;
  const key: DataSetKey = { companyId, connectionId, dataType };
  const theirs = await client
    .hashRecordsOfConnection({ ...key, ...(generation > 0 && { generation }) })
    .catch((error: unknown) => {
      if (!(error instanceof Gone)) throw error;
      return client.hashRecordsOfConnection(key);
    });
  const ours = await hashRecords(target, key, table.name);
  const isEqual = ours.hash === theirs.hash && ours.totalRecords === theirs.totalRecords;
  if (isEqual) await noteVerified(target, key, theirs.generation);
  return isEqual;
}
