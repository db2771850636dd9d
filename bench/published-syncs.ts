import { notePublishing, publishGeneration } from '../src/data/write/publish-generation.ts';
import { seedConnection, seedDataSet } from '../test/data/seed-publication.ts';
import type { WriteShape } from './writes.ts';

/** Publishes syncs without a provider: only the last transaction of a sync, each writer for a company of its own. */
function syncPublished(
  name: string,
  { changes, makeCompany }: { changes: number; makeCompany: MakeCompany },
): WriteShape {
  return {
    name,
    async prepare(base, accountId, writerNumbers) {
      const own = new Map<number, Awaited<ReturnType<typeof seedDataSet>>>();
      for (const writer of writerNumbers) {
        const companyId = await makeCompany(base, accountId);
        const connectionId = await seedConnection(base.db, { accountId, companyId });
        own.set(writer, await seedDataSet(base.db, { accountId, companyId, connectionId }));
      }
      return (writer) => {
        const set = own.get(writer);
        if (!set) throw new Error(`The writer ${writer} has no data set.`);
        const at = base.clock.now();
        // The first publication always counts as a change.
        const generation = set.generation + 1;
        set.generation = generation;
        return base.db.transaction(accountId, async (tx) => {
          notePublishing(tx, set, at);
          const { companyId, connectionId, dataSetId } = set;
          const counts = { added: 0, updated: changes, deleted: 0, restored: 0, remapped: 0 };
          const sync = { syncId: companyId, cursor: null, isFull: false, isFetched: true, mapping: '1', at };
          await publishGeneration(tx, { companyId, connectionId, dataSetId, generation, ...counts, ...sync });
        });
      };
    },
  };
}

type MakeCompany = (base: Parameters<WriteShape['prepare']>[0], accountId: string) => Promise<string>;

export const publishedSyncs = (makeCompany: MakeCompany): WriteShape[] => [
  syncPublished('syncPublishedUnchanged', { changes: 0, makeCompany }),
  syncPublished('syncPublishedChanged', { changes: 10, makeCompany }),
];
