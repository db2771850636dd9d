import type { PulledRecord, Push, PushInput } from '@daybook/connector-kit';
import { ProviderError, Unavailable, undoBy } from '@daybook/connector-kit';
import { closed, createAndUpdate, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { combinedId } from '../../pull-combined.ts';
import type { PullSettings } from '../../pull-records.ts';
import { createPush } from '../../push-records.ts';
import type { Access } from '../../read-all.ts';
import { isActive } from '../values.ts';

const schema = closed({
  name: text(100, 'Unique.'),
  parentId: optional(text(60, 'The id of the class or department above it. A record without one is a class.')),
  status: optional(Type.Enum(['Active', 'Archived'])),
});
type Pushed = Static<typeof schema>;
type Kind = 'Class' | 'Department';
type ReadAll = (access: Access) => Promise<PulledRecord[]>;

const isDepartment = (id: string | undefined) => /^department-/.test(id ?? '');
const bareId = (id: string) => id.replace(/^(class|department)-/, '');

/**
 * A class or a department, by the ids of the record and of the one above it. Whether there are records below it is not
 * in the answer of QuickBooks, so the lists are read again.
 */
export function createCategoryPush(settings: PullSettings, readAll: ReadAll): Push {
  const pushOf = (entity: Kind) =>
    createPush({
      settings,
      kind: {
        ...{ source: { entity, map: () => ({}) }, operations: createAndUpdate(schema), choices: {} },
        undo: undoBy.archiveWhole('status'),
        body: ({ name, parentId, status }: Pushed) => ({
          Name: name,
          ParentRef: parentId === undefined ? undefined : { value: bareId(parentId) },
          Active: isActive(status),
        }),
        fields: { Name: 'name', ParentRef: 'parentId' },
      },
    });
  const pushes = { Class: pushOf('Class'), Department: pushOf('Department') };
  const kindOf = ({ record, recordId }: PushInput['wish']): Kind =>
    isDepartment(recordId ?? (record as Pushed | undefined)?.parentId) ? 'Department' : 'Class';
  const bare = (wish: PushInput['wish']) =>
    wish.recordId === undefined ? wish : { ...wish, recordId: bareId(wish.recordId) };
  return {
    ...pushes.Class,
    choices: { parentId: 'trackingCategories' },
    prepare: (wish, credentials) => pushes[kindOf(wish)].prepare(bare(wish), credentials),
    async send(input) {
      const kind = kindOf(input.wish);
      const answer = await pushes[kind].send({ ...input, wish: bare(input.wish) });
      if (answer.kind !== 'done') return answer;
      return { ...answer, record: await readBack(combinedId(kind, answer.record.id), input, readAll) };
    },
  };
}

/** An error must not claim that nothing was written. */
async function readBack(id: string, input: PushInput, readAll: ReadAll): Promise<PulledRecord> {
  const all = await readAll(input).catch((error) => {
    if (!(error instanceof ProviderError)) throw error;
    throw new Unavailable(`QuickBooks wrote the category, but Daybook could not read it back: ${error.message}`);
  });
  const found = all.find((record) => record.id === id);
  if (!found) throw new Unavailable('QuickBooks does not list the category that it has written.');
  return found;
}
