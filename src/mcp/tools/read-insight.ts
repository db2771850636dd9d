import Type from 'typebox';
import { inputInvalid } from '../../base/errors.ts';
import { path } from '../call-operation.ts';
import { tool } from '../tool.ts';
import { teach } from '../tool-error.ts';
import { choice, companyId, snapshot } from './inputs.ts';

const date = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));

/** The arguments that each insight takes besides the company. */
const taken: Record<string, readonly string[]> = {
  cash: ['months', 'asOf', 'snapshot'],
  revenue: ['months', 'asOf', 'snapshot'],
  receivables: ['asOf', 'snapshot'],
  payables: ['asOf', 'snapshot'],
  customers: ['from', 'to', 'top', 'asOf', 'snapshot'],
};

export const readInsight = tool({
  name: 'read_insight',
  title: 'Read figures of a company',
  description:
    'Returns figures that are computed from the data of a company: cash (bank balances now and by month), revenue (revenue, costs and result by month), receivables and payables (open invoices or bills by age), customers (the largest by invoiced amount). Exact, for each currency, nothing is converted. "sources" names the data sets that were used and "missing" those that could not be read. Prefer this to adding up records.',
  input: Type.Object(
    {
      companyId,
      insight: choice(['cash', 'revenue', 'receivables', 'payables', 'customers']),
      months: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, description: 'For cash and revenue.' })),
      asOf: date('The figures as of this time.'),
      snapshot: Type.Optional(snapshot),
      from: date('For customers: first day, such as 2026-01-01.'),
      to: date('For customers: the day after the last one.'),
      top: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'For customers: how many.' })),
    },
    { additionalProperties: false },
  ),
  async run({ call }, { companyId: company, insight, ...given }) {
    const allowed = taken[insight] ?? [];
    const unknown = Object.keys(given).filter((name) => !allowed.includes(name));
    if (unknown.length > 0)
      throw teach(
        inputInvalid({ items: [{ message: `The insight ${insight} does not take ${unknown.join(', ')}.` }] }),
        `Besides companyId, it takes ${allowed.join(', ')}.`,
      );
    const { body } = await call({ path: path`/companies/${company}/insights/${insight}`, query: given });
    return { data: body, rest: 'Ask for fewer months, or for a smaller top.' };
  },
});
