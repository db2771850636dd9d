import { newInvoice } from '../push/records.ts';
import type { Agent } from './connect-agent.ts';
import { records, type Stage } from './stage.ts';

// biome-ignore lint/suspicious/noExplicitAny: a result has the schema of its tool
type Result = any;

/** A question with a known answer: it comes from the seed, from the sandbox, or from SQL, never from the tool. */
export type Question = {
  question: string;
  tool: string;
  input: (stage: Stage) => object | Promise<object>;
  answer: (result: Result, stage: Stage) => unknown;
  expected: (stage: Stage) => unknown;
};

export type Outcome = { question: string; isRight: boolean; answer: unknown; expected: unknown };

/** Asks every question. An answer is right if its JSON is that of the known answer. */
export async function askAll(agent: Agent, stage: Stage, asked: readonly Question[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { question, tool, input, answer, expected } of asked) {
    const result = await agent.ask(tool, await input(stage)).catch((error: Error) => ({ failed: error.message }));
    const [given, known] = [
      'failed' in result ? result : JSON.parse(JSON.stringify(readAnswer(() => answer(result, stage)) ?? null)),
      JSON.parse(JSON.stringify((await expected(stage)) ?? null)),
    ];
    const isRight = JSON.stringify(given) === JSON.stringify(known);
    outcomes.push({ question, isRight, answer: given, expected: known });
  }
  return outcomes;
}

/** A result without what was asked for is a wrong answer. */
function readAnswer(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return { unreadable: String(error) };
  }
}

const of = ({ company: { companyId } }: Stage, more: object = {}) => ({ companyId, ...more });
const one = async (stage: Stage, expression: string, type: string, where = 'true') => {
  const [row] = await stage.sql(`select ${expression} as value from ${records} where ${where}`, [
    stage.company.companyId,
    type,
  ]);
  return row?.value;
};
const count = async (stage: Stage, type: string, where?: string) => Number(await one(stage, 'count(*)', type, where));
const amount = async (stage: Stage, expression: string, type: string, where?: string) =>
  Number(await one(stage, expression, type, where));
const newest = async (stage: Stage, field: string, type: string, by: string) => {
  const text = `select (p ->> '${field}')::float8 as value from ${records} order by p ->> '${by}' desc limit 1`;
  return (await stage.sql(text, [stage.company.companyId, type]))[0]?.value;
};
const invoices = (query: string, more: object = {}) => ({
  tool: 'query_data',
  input: (stage: Stage) => of(stage, { dataType: 'invoices', query, limit: 1, ...more }),
});
const inEuro = ({ currencies }: Result) => currencies.find(({ currency }: Result) => currency === 'EUR');
const there = "p -> 'metadata' ->> 'isDeleted' = 'false' and p ->> 'currency' = 'EUR'";
const open = `${there} and p ->> 'status' in ('Submitted', 'PartiallyPaid', 'Unknown') and (p ->> 'amountDue')::numeric <> 0`;

export const aboutCompanies: Question[] = [
  {
    question: 'How many companies are there?',
    tool: 'find_companies',
    input: () => ({}),
    answer: (result) => result.total,
    expected: async (stage) =>
      Number(
        (await stage.sql('select count(*) from company where account_id = $1', [stage.account.accountId]))[0].count,
      ),
  },
  {
    question: 'What is the id of Harbour Tools?',
    tool: 'find_companies',
    input: () => ({ name: 'harbour' }),
    answer: (result) => result.results.map(({ companyId }: Result) => companyId),
    expected: ({ company }) => [company.companyId],
  },
  {
    question: 'How many companies are in the EU?',
    tool: 'find_companies',
    input: () => ({ query: 'tags.region=EU' }),
    answer: (result) => result.total,
    expected: () => 2,
  },
  {
    question: 'Which platform is Harbour Tools connected to?',
    tool: 'find_companies',
    input: () => ({ name: 'Harbour Tools' }),
    answer: ({ results: [company] }) => company.dataConnections.map(({ platformName }: Result) => platformName),
    expected: () => ['Sandbox'],
  },
  {
    question: 'Which data sets can be read?',
    tool: 'describe_data',
    input: (stage) => of(stage),
    answer: ({ dataSets }) =>
      dataSets.flatMap(({ dataType, isReadable }: Result) => (isReadable ? [dataType] : [])).sort(),
    expected: async (stage) =>
      (
        await stage.sql('select data_type from data_set where company_id = $1 and published_generation > 0', [
          stage.company.companyId,
        ])
      )
        .map(({ data_type }) => data_type)
        .sort(),
  },
  {
    question: 'How many customers are there?',
    tool: 'describe_data',
    input: (stage) => of(stage, { dataType: 'customers' }),
    answer: ({ dataSets: [customers] }) => customers.records,
    expected: (stage) => count(stage, 'customers'),
  },
  {
    question: 'Which values can the status of an invoice have?',
    tool: 'describe_data',
    input: (stage) => of(stage, { dataType: 'invoices' }),
    answer: ({ fields }) => fields.find(({ field }: Result) => field === 'status').values,
    expected: () => ['Unknown', 'Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void'],
  },
];

export const aboutRecords: Question[] = [
  {
    question: 'How many invoices are paid?',
    ...invoices('status=Paid'),
    answer: (result) => result.total,
    expected: (stage) => count(stage, 'invoices', "p ->> 'status' = 'Paid'"),
  },
  {
    question: 'What is the total of the largest invoice?',
    ...invoices('totalAmount>=0', { orderBy: '-totalAmount', fields: ['totalAmount'] }),
    answer: ({ results: [invoice] }) => invoice.totalAmount,
    expected: (stage) => amount(stage, "max((p ->> 'totalAmount')::numeric)", 'invoices'),
  },
  {
    question: 'Which are the five newest invoices?',
    ...invoices('issueDate>=2000-01-01', { orderBy: '-issueDate,id', limit: 5, fields: ['issueDate'] }),
    answer: ({ results }) => results.map(({ id }: Result) => id),
    expected: async (stage) =>
      (
        await stage.sql(
          `select id from ${records} order by (p ->> 'issueDate')::timestamptz desc, id collate "C" limit 5`,
          [stage.company.companyId, 'invoices'],
        )
      ).map(({ id }) => id),
  },
  {
    question: 'How many invoices were issued in 2025?',
    ...invoices('issueDate>=2025-01-01 && issueDate<2026-01-01'),
    answer: (result) => result.total,
    expected: (stage) => count(stage, 'invoices', "p ->> 'issueDate' between '2025' and '2026'"),
  },
  {
    question: 'How many invoices have a line above 500?',
    ...invoices('lineItems.totalAmount>500'),
    answer: (result) => result.total,
    expected: (stage) =>
      count(
        stage,
        'invoices',
        "exists (select from jsonb_array_elements(p -> 'lineItems') l where (l ->> 'totalAmount')::numeric > 500)",
      ),
  },
  {
    question: 'Who is the customer of the first invoice?',
    ...invoices('totalAmount>=0', { orderBy: 'id', fields: ['customerRef.companyName'] }),
    answer: ({ results: [invoice] }) => [invoice.id, invoice.customerRef.companyName],
    expected: async (stage) => [
      await one(stage, 'min(id collate "C")', 'invoices'),
      await one(stage, `(array_agg(p -> 'customerRef' ->> 'companyName' order by id collate "C"))[1]`, 'invoices'),
    ],
  },
  {
    question: 'Which invoices are on the second page of ten?',
    ...invoices('totalAmount>=0', { orderBy: 'id', page: 2, limit: 10, fields: ['totalAmount'] }),
    answer: ({ results }) => results.map(({ id }: Result) => id),
    expected: async (stage) =>
      (
        await stage.sql(`select id from ${records} order by id collate "C" offset 10 limit 10`, [
          stage.company.companyId,
          'invoices',
        ])
      ).map(({ id }) => id),
  },
  {
    question: 'What note does the pushed invoice have?',
    ...invoices('note~"the person has consented"', { fields: ['note'] }),
    answer: ({ results: [invoice] }) => invoice.note,
    expected: (stage) => one(stage, "p ->> 'note'", 'invoices', "p ->> 'note' like '%the person has consented%'"),
  },
  {
    question: 'What is the e-mail address of a given customer?',
    tool: 'read_record',
    input: (stage) => of(stage, { dataType: 'customers', id: stage.company.references.customer, versions: 0 }),
    answer: ({ record }) => record.emailAddress,
    expected: (stage) => one(stage, "p ->> 'emailAddress'", 'customers', `id = '${stage.company.references.customer}'`),
  },
  {
    question: 'How often has the payment changed?',
    tool: 'read_record',
    input: (stage) => of(stage, { dataType: 'payments', id: stage.changedId }),
    answer: ({ totalVersions, versions }) => [totalVersions, versions[0].change],
    expected: async (stage) => {
      const text = `select count(*) from record where company_id = $1 and record_id = $2`;
      const [row] = await stage.sql(text, [stage.company.companyId, stage.changedId]);
      return [Number(row.count), 'updated'];
    },
  },
  {
    question: 'Which records changed after the first syncs?',
    tool: 'list_changes',
    input: (stage) => of(stage, { since: stage.middle, dataType: 'payments' }),
    answer: ({ results }) => results.map(({ id, change }: Result) => [id, change]),
    expected: (stage) => [[stage.changedId, 'updated']],
  },
  {
    question: 'How many changes has the whole history of taxRates?',
    tool: 'list_changes',
    input: (stage) => of(stage, { dataType: 'taxRates', limit: 200 }),
    answer: ({ results, hasMore }) => [results.length, hasMore],
    expected: async (stage) => [await count(stage, 'taxRates'), false],
  },
];

export const aboutFigures: Question[] = [
  {
    question: 'What are the net assets?',
    tool: 'read_statement',
    input: (stage) => of(stage, { statement: 'balanceSheet' }),
    answer: ({ periods: [sheet] }) => sheet.netAssets,
    expected: (stage) => newest(stage, 'netAssets', 'balanceSheet', 'date'),
  },
  {
    question: 'What was the net profit of the last period?',
    tool: 'read_statement',
    input: (stage) => of(stage, { statement: 'profitAndLoss' }),
    answer: ({ periods: [period] }) => period.netProfit,
    expected: (stage) => newest(stage, 'netProfit', 'profitAndLoss', 'toDate'),
  },
  {
    question: 'What was the net cash flow of the last period?',
    tool: 'read_statement',
    input: (stage) => of(stage, { statement: 'cashFlowStatement' }),
    answer: ({ periods: [period] }) => period.netCashFlow,
    expected: (stage) => newest(stage, 'netCashFlow', 'cashFlowStatement', 'toDate'),
  },
  {
    question: 'What do the debits of the trial balance add up to?',
    tool: 'read_statement',
    input: (stage) => of(stage, { statement: 'trialBalance' }),
    answer: ({ balances: [balance] }) => Number(balance.totals.debit),
    expected: (stage) =>
      amount(stage, "sum((p ->> 'currentBalance')::numeric)", 'accounts', "(p ->> 'currentBalance')::numeric > 0"),
  },
  {
    question: 'How much do customers owe, and on how many invoices?',
    tool: 'read_insight',
    input: (stage) => of(stage, { insight: 'receivables' }),
    answer: (result) => [inEuro(result).amount, inEuro(result).count],
    expected: async (stage) => [
      await amount(stage, "sum((p ->> 'amountDue')::numeric)", 'invoices', open),
      await count(stage, 'invoices', open),
    ],
  },
  {
    question: 'How much money is in the bank accounts?',
    tool: 'read_insight',
    input: (stage) => of(stage, { insight: 'cash', months: 1 }),
    answer: (result) => inEuro(result).balance,
    expected: (stage) =>
      amount(stage, "sum((p ->> 'currentBalance')::numeric)", 'accounts', "(p ->> 'isBankAccount')::boolean"),
  },
  {
    question: 'Could the books of the closed period be compared with those before the first sync?',
    tool: 'read_restatements',
    input: (stage) => of(stage, { from: '2020-02-01', closedFrom: '2020-01-01', records: 1 }),
    answer: ({ closedOn, backdated, missing }) => [
      closedOn,
      backdated,
      missing.some(({ dataType }: { dataType: string }) => dataType === 'invoices'),
    ],
    expected: () => ['2020-01-31', 0, true],
  },
  {
    question: 'How much was invoiced to the largest customer between 2020 and 2030?',
    tool: 'read_insight',
    input: (stage) => of(stage, { insight: 'customers', from: '2020-01-01', to: '2030-01-01', top: 1 }),
    answer: (result) => inEuro(result).top[0].amount,
    expected: async (stage) => {
      const text = `select sum((p ->> 'totalAmount')::numeric)::float8 as value from ${records}
        where ${there} and p ->> 'status' not in ('Draft', 'Void') group by p -> 'customerRef' ->> 'id' order by 1 desc limit 1`;
      return (await stage.sql(text, [stage.company.companyId, 'invoices']))[0].value;
    },
  },
];

export const aboutTrouble: Question[] = [
  {
    question: 'Why are there no bills?',
    tool: 'explain_syncs',
    input: (stage) => of(stage),
    answer: ({ syncs }) => syncs.map(({ dataType, error }: Result) => [dataType, error.code]),
    expected: async (stage) =>
      (
        await stage.sql(
          'select data_type, error_code from sync where company_id = $1 and error_code is not null order by 1',
          [stage.company.companyId],
        )
      ).map((row) => [row.data_type, row.error_code]),
  },
  {
    question: 'Why does the consumer get no events?',
    tool: 'explain_consumer',
    input: ({ consumerId }) => ({ consumerId }),
    answer: ({ lastAttempts: [last] }) => [last.outcome, last.statusCode],
    expected: async (stage) => {
      const text = 'select outcome, status_code from attempt where consumer_id = $1 order by started_at desc limit 1';
      const [row] = await stage.sql(text, [stage.consumerId]);
      return [row.outcome === 'f' ? 'failed' : row.outcome, row.status_code];
    },
  },
  {
    question: 'What can be done with invoices on the platform?',
    tool: 'describe_push',
    input: (stage) => of(stage, { connectionId: stage.company.connectionId, dataType: 'invoices' }),
    answer: ({ operations }) => Object.keys(operations).sort(),
    expected: () => ['create', 'delete', 'update'],
  },
  {
    question: 'What would be sent for a new invoice of 12 × 3.45?',
    tool: 'prepare_push',
    input: (stage) => pushOf(stage),
    answer: ({ isSent, wouldSend }) => [isSent, JSON.parse(wouldSend.body).lines[0].unit_price],
    expected: () => [false, 3.45],
  },
];

export const allQuestions = [...aboutCompanies, ...aboutRecords, ...aboutFigures, ...aboutTrouble];

/** The arguments of a push of one invoice. */
export function pushOf({ company }: Stage, more: object = {}) {
  const invoice = newInvoice(company.references);
  const [line] = invoice.lineItems;
  return {
    companyId: company.companyId,
    connectionId: company.connectionId,
    dataType: 'invoices',
    operation: 'create',
    record: { ...invoice, lineItems: [{ ...line, unitAmount: 3.45, quantity: 12 }], ...more },
  };
}
