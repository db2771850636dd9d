import type { Push } from '@daybook/connector-kit';
import { closed, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { createPush } from '../../push-records.ts';
import { type ReadAll, readBack } from '../../read-back.ts';
import { ownAccountId } from '../accounts.ts';

const changeable = {
  accountName: text(150, 'Must be unique.'),
  accountNumber: text(20),
};
const schema = closed({
  nominalCode: optional(text(10, 'Without it, the account is identified by an id of Xero.')),
  ...changeable,
  currency: optional(Type.String({ pattern: '^[A-Z]{3}$', description: "Default: the organisation's currency." })),
});
type Pushed = Static<typeof schema>;

const changes = (record: Pushed) => ({ Name: record.accountName, BankAccountNumber: record.accountNumber });

/** Bank accounts are accounts of the type BANK. Xero's answer to a write lacks the balance, so the list is read again. */
export function createBankAccountPush(baseUrl: string, readAll: ReadAll): Push {
  const push = createPush({
    baseUrl,
    kind: {
      source: {
        endpoint: 'Accounts',
        id: (wire: { AccountID: string; Code?: string }) => wire.Code || wire.AccountID,
        map: () => ({}),
        isDated: true,
      },
      operations: { create: schema, update: closed(changeable), delete: true },
      choices: {},
      body: (record: Pushed) => ({
        ...{ Code: record.nominalCode, Type: 'BANK', ...changes(record) },
        CurrencyCode: record.currency,
      }),
      changes,
      isRemovedByRequest: true,
      ownId: ownAccountId,
      complaints: [
        { pattern: /number/i, field: 'accountNumber' },
        { pattern: /currency/i, field: 'currency' },
        { pattern: /code/i, field: 'nominalCode' },
        { pattern: /name/i, field: 'accountName' },
      ],
    },
  });
  return {
    ...push,
    async send(input) {
      const answer = await push.send(input);
      if (answer.kind !== 'done' || answer.record.isDeleted) return answer;
      return { ...answer, record: await readBack('bank account', answer.record.id, input, readAll) };
    },
  };
}
