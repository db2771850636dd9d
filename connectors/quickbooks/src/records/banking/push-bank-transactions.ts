import { amountOf, negate, type Push, type PushInput, signOf, undoBy } from '@daybook/connector-kit';
import {
  allOperations,
  bankAmountProblem,
  bankLineParts,
  bankTransactionParts,
  closed,
  optional,
  text,
} from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { combinedId } from '../../pull-combined.ts';
import type { PullSettings, Source } from '../../pull-records.ts';
import { createPush } from '../../push-records.ts';
import { companyUrl, getFromQuickbooks, readQuickbooks } from '../../request-quickbooks.ts';
import { dayToSend, refTo } from '../values.ts';

const { contactRef, ...parts } = bankTransactionParts;
const schema = closed({
  ...parts,
  contactRef: optional(contactRef),
  description: optional(text(4000)),
  reference: optional(text(21)),
  lines: Type.Array(closed(bankLineParts), { minItems: 1, maxItems: 750 }),
});
type Pushed = Static<typeof schema>;
type Kind = 'Purchase' | 'Deposit';

const isSpent = ({ amount }: Pushed) => signOf(JSON.stringify(amount)) < 0;
const contactOf = ({ contactRef: contact }: Pushed) =>
  contact && { type: contact.dataType === 'customers' ? 'Customer' : 'Vendor', value: contact.id };

const purchaseBody = (record: Pushed) => ({
  AccountRef: refTo(record.bankAccountRef),
  EntityRef: contactOf(record),
  TxnDate: dayToSend(record.date),
  DocNumber: record.reference,
  PrivateNote: record.description,
  Line: record.lines.map(({ amount, accountRef }) => ({
    Amount: amountOf(negate(JSON.stringify(amount))),
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef: refTo(accountRef) },
  })),
});

const depositBody = (record: Pushed) => ({
  DepositToAccountRef: refTo(record.bankAccountRef),
  TxnDate: dayToSend(record.date),
  PrivateNote: record.description,
  Line: record.lines.map(({ amount, accountRef }) => ({
    Amount: amount,
    DetailType: 'DepositLineDetail',
    DepositLineDetail: { AccountRef: refTo(accountRef), Entity: contactOf(record), CheckNum: record.reference },
  })),
});

const fields = {
  ...{ DepositToAccountRef: 'bankAccountRef.id', AccountRef: 'lines.0.accountRef.id', TxnDate: 'date' },
  ...{ EntityRef: 'contactRef.id', Entity: 'contactRef.id', DocNumber: 'reference', Line: 'lines' },
};

/**
 * Spent money is a purchase, received money a deposit. QuickBooks has different rules for tax inside and outside the
 * United States, so lines have no tax: outside, the transaction says so. A purchase from a credit card names its kind of
 * payment. What is received cannot go to a credit card, because QuickBooks takes deposits at banks only.
 */
export function createBankTransactionPush(settings: PullSettings, sources: readonly Source[]): Push {
  const pushOf = (entity: Kind) => {
    const source = sources.find((one) => one.entity === entity) as Source;
    return createPush({
      settings,
      kind: {
        ...{ source, operations: allOperations(schema), choices: {}, fields, undo: undoBy.delete },
        body: entity === 'Purchase' ? purchaseBody : depositBody,
        check: bankAmountProblem,
        completeNew: (_, input) => kindOfPayment(settings, input, entity),
        isWholeUpdate: true,
        completeChange: ({ GlobalTaxCalculation }: Current) => (GlobalTaxCalculation ? withoutTax : {}),
        keepsAsItIs: ({ Line = [] }: Current) =>
          Line.some(({ LinkedTxn = [] }) => LinkedTxn.length > 0) ? linked : undefined,
      },
    });
  };
  const pushes = { Purchase: pushOf('Purchase'), Deposit: pushOf('Deposit') };
  const kindOf = ({ record, recordId }: PushInput['wish']): Kind => {
    if (recordId !== undefined) return recordId.startsWith('deposit-') ? 'Deposit' : 'Purchase';
    return isSpent(record as Pushed) ? 'Purchase' : 'Deposit';
  };
  const bare = (wish: PushInput['wish']) =>
    wish.recordId === undefined ? wish : { ...wish, recordId: wish.recordId.replace(/^(purchase|deposit)-/, '') };
  async function called<Answer extends { kind: string }>(
    wish: PushInput['wish'],
    run: (push: Push, ofEntity: PushInput['wish']) => Promise<Answer>,
  ): Promise<Answer> {
    const kind = kindOf(wish);
    const answer = await run(pushes[kind], bare(wish));
    if (!('record' in answer)) return answer;
    const record = answer.record as { id: string };
    return { ...answer, record: { ...record, id: combinedId(kind, record.id) } };
  }
  return {
    ...pushes.Purchase,
    choices: { 'bankAccountRef.id': 'bankAccounts', 'lines.*.accountRef.id': 'accounts' },
    prepare: (wish, credentials) => pushes[kindOf(wish)].prepare(bare(wish), credentials),
    read: (input) =>
      called(
        input.wish,
        (push, wish) => push.read?.({ ...input, wish }) ?? Promise.resolve({ kind: 'absent' as const }),
      ),
    async send(input) {
      const { record, recordId } = input.wish;
      const isOther =
        record && recordId !== undefined && (kindOf(input.wish) === 'Purchase') !== isSpent(record as Pushed);
      const message = 'QuickBooks cannot turn money that was spent into money that was received, or the reverse.';
      if (isOther) return { kind: 'refused', message, errors: [{ itemId: 'amount', message }] };
      return called(input.wish, (push, wish) => push.send({ ...input, wish }));
    },
  };
}

/** What only the company's books say: whether the account is a credit card, and whether tax can be left out silently. */
async function kindOfPayment(settings: PullSettings, input: PushInput, entity: Kind): Promise<object> {
  const { bankAccountRef } = input.wish.record as Pushed;
  const ask = async (query: string) => {
    const url = companyUrl(settings.baseUrl, input.credentials, 'query', { query });
    const { body } = await getFromQuickbooks(input.http, url);
    return readQuickbooks(body, (text) => (JSON.parse(text) as { QueryResponse: Found }).QueryResponse);
  };
  const { CompanyInfo } = await ask('select * from CompanyInfo');
  const { Account } =
    entity === 'Purchase' && /^\d+$/.test(bankAccountRef.id)
      ? await ask(`select * from Account where Id = '${bankAccountRef.id}'`)
      : {};
  return {
    ...(CompanyInfo?.[0]?.Country !== 'US' && withoutTax),
    ...(entity === 'Purchase' && {
      PaymentType: Account?.[0]?.AccountType === 'Credit Card' ? 'CreditCard' : 'Cash',
    }),
  };
}

const withoutTax = { GlobalTaxCalculation: 'NotApplicable' };

type Current = { GlobalTaxCalculation?: string; Line?: { LinkedTxn?: object[] }[] };
const linked =
  'The transaction consists of payments or receipts, which QuickBooks would take out of it. Change them instead.';

type Found = { CompanyInfo?: { Country?: string }[]; Account?: { AccountType?: string }[] };
