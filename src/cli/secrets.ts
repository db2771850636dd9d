import { noAccount } from '../http/principal.ts';
import { countSealed, resealAll } from '../operations/reseal.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';
import { withBase } from './with-base.ts';

export const secretsStatus: Command = {
  name: 'secrets status',
  summary: 'Show how many stored secrets each key of DAYBOOK_SECRET_KEYS has sealed',
  examples: ['daybook secrets status'],
  run: (input) =>
    withBase(input, async ({ db }) => {
      const data = await countSealed(db);
      return { data, text: table(data, ['table', 'column', 'keyId', 'rows']) };
    }),
};

export const secretsReseal: Command = {
  name: 'secrets reseal',
  summary: 'Seal stored secrets anew with the first key, so that older keys can be taken away',
  examples: ['daybook secrets reseal'],
  run: (input) =>
    withBase(input, async (base) => {
      const current = base.config.secretKeys[0]?.id ?? '';
      await base.db.transaction(noAccount, (tx) =>
        input.begin(base, tx, { accountId: noAccount, data: { keyId: current } }),
      );
      const resealed = await resealAll(base, current);
      return {
        data: { keyId: current, resealed },
        text: `Sealed ${resealed} secret(s) anew with the key "${current}". Other keys are no longer needed once every process runs with this one first.`,
      };
    }),
};
