import { noAccount } from '../../http/access/principal.ts';
import { countSealed, resealAll } from '../../operations/reseal.ts';
import type { Command } from '../command.ts';
import { table } from '../table.ts';
import { withBase } from '../with-base.ts';

export const secretsStatus: Command = {
  name: 'secrets status',
  summary: 'Show how many stored secrets are encrypted with each key of DAYBOOK_SECRET_KEYS',
  examples: ['daybook secrets status'],
  run: (input) =>
    withBase(input, async ({ db }) => {
      const data = await countSealed(db);
      return { data, text: table(data, ['table', 'column', 'keyId', 'rows']) };
    }),
};

export const secretsReseal: Command = {
  name: 'secrets reseal',
  summary: 'Re-encrypt stored secrets with the first key, so that older keys can be removed',
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
        text: `Re-encrypted ${resealed} secret(s) with the key "${current}". Remove the other keys once every process runs with this key first in DAYBOOK_SECRET_KEYS.`,
      };
    }),
};
