import Type from 'typebox';
import { path } from '../call-operation.ts';
import { tool } from '../tool.ts';
import { companyId, dataType } from './inputs.ts';

type Change = Record<string, unknown>;

export const listChanges = tool({
  name: 'list_changes',
  title: 'List what has changed',
  description:
    'Lists which records of a company were added, updated or deleted, in the order of publication: since a time, or after the cursor of an earlier result. To follow a company, keep "cursor" and pass it to the next call; nothing is then missed or repeated. Without since and cursor, it starts at the beginning, where every record appears at least once.',
  input: Type.Object(
    {
      companyId,
      since: Type.Optional(
        Type.String({
          maxLength: 40,
          description: 'A time such as 2026-01-31T00:00:00Z: only what was published since.',
        }),
      ),
      cursor: Type.Optional(Type.String({ maxLength: 6000, description: '"cursor" of an earlier result.' })),
      dataType: Type.Optional(dataType),
      withRecords: Type.Optional(
        Type.Boolean({ default: false, description: 'Also returns the new version of each record.' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'How many changes; 50 by default.' }),
      ),
    },
    { additionalProperties: false },
  ),
  async run({ call }, { companyId: company, since, cursor, dataType: type, withRecords = false, limit = 50 }) {
    const { body } = await call({
      path: path`/companies/${company}/changes`,
      query: { since, after: cursor, dataType: type, include: withRecords ? 'record' : 'none', limit },
    });
    // A cursor in every change would be longer than the change itself.
    const results = body.results.map(({ cursor: _, companyId: __, ...change }: Change) => change);
    return {
      data: { results, cursor: body.next, hasMore: body.hasMore },
      rest: 'Ask for fewer changes with limit, or leave out withRecords, and repeat the call with the same since or cursor.',
    };
  },
});
