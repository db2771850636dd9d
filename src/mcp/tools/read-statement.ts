import { negate, signOf, subtract, sum } from '@daybook/connector-kit';
import Type from 'typebox';
import type { CallOperation } from '../call-operation.ts';
import { tool } from '../tool.ts';
import { asOf, choice, companyId, snapshot } from './inputs.ts';
import { dataPath } from './query-data.ts';

const order: Record<string, string> = { balanceSheet: '-date', profitAndLoss: '-toDate', cashFlowStatement: '-toDate' };

export const readStatement = tool({
  name: 'read_statement',
  title: 'Read a financial statement',
  description:
    'Returns the balance sheet, profit and loss, or cash flow statement of a company as the platform reports it, newest period first; or a trial balance, which is made from the current balances of the accounts (positive balances are debits, negative ones credits) with totals for each currency. Amounts are not converted between currencies.',
  input: Type.Object(
    {
      companyId,
      statement: choice(['balanceSheet', 'profitAndLoss', 'cashFlowStatement', 'trialBalance']),
      periods: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 24, default: 1, description: 'How many periods; 1 by default.' }),
      ),
      asOf: Type.Optional(asOf),
      snapshot: Type.Optional(snapshot),
    },
    { additionalProperties: false },
  ),
  async run({ call }, { companyId: company, statement, periods = 1, ...state }) {
    if (statement === 'trialBalance') {
      return {
        data: { statement, balances: trialBalances(await readAccounts(call, company, state)) },
        rest: 'Read single accounts with query_data: dataType accounts, query currentBalance!=null, in pages.',
      };
    }
    const { body } = await call({
      path: dataPath({ company, type: statement, connection: undefined }),
      query: { orderBy: order[statement], pageSize: periods, ...state, query: 'metadata.isDeleted=false' },
    });
    return {
      data: { statement, periods: body.results, totalPeriods: body.totalResults },
      rest: 'Ask for fewer periods, or use query_data with the same dataType and choose fields.',
    };
  },
});

type Account = {
  id: string;
  name: string;
  nominalCode?: string;
  type: string;
  currency?: string;
  currentBalance: unknown;
};

/** The state that is read: the newest one, that of a time, or the one that a snapshot pins. */
type State = { asOf?: string; snapshot?: string };

async function readAccounts(call: CallOperation, company: string, state: State): Promise<Account[]> {
  const accounts: Account[] = [];
  const pageSize = 5000;
  for (let page = 1; ; page++) {
    const { body } = await call({
      path: dataPath({ company, type: 'accounts', connection: undefined }),
      query: { query: 'currentBalance!=null && metadata.isDeleted=false', page, pageSize, ...state },
    });
    accounts.push(...body.results);
    if (body.results.length < pageSize) return accounts;
  }
}

/** Sums are decimal texts, because a double would lose cents. */
function trialBalances(accounts: readonly Account[]): object[] {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const rows = accounts
      .filter((account) => account.currency === currency)
      .map(({ id, nominalCode, name, type, currentBalance }) => {
        const balance = JSON.stringify(currentBalance);
        const side = signOf(balance) < 0 ? { credit: negate(balance) } : { debit: balance };
        return { id, ...(nominalCode !== undefined && { nominalCode }), name, type, ...side };
      });
    const debit = sum(rows.flatMap((row) => ('debit' in row ? row.debit : [])) as string[]);
    const credit = sum(rows.flatMap((row) => ('credit' in row ? row.credit : [])) as string[]);
    return {
      ...(currency !== undefined && { currency }),
      totals: { debit, credit, difference: subtract(debit, credit) },
      accounts: rows,
    };
  });
}
