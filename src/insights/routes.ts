import type { TSchema } from 'typebox';
import { dayMs } from '../base/durations.ts';
import { inputInvalid } from '../base/errors.ts';
import { CompanyParams } from '../companies/wire.ts';
import { type Route, route } from '../http/route.ts';
import { readInstant } from '../lists/filter/filter-values.ts';
import { lastMonths } from './calendar.ts';
import { createKeptFigures } from './kept-figures.ts';
import { ageing } from './read-ageing.ts';
import { cash } from './read-cash.ts';
import { customers } from './read-customers.ts';
import { type InsightContext, readInsight } from './read-insight.ts';
import { revenue } from './read-revenue.ts';
import {
  AgeingInsight,
  AsOfQuery,
  CashInsight,
  CustomersInsight,
  CustomersQuery,
  MonthsQuery,
  monthsOf,
  RevenueInsight,
} from './wire.ts';

const aboutAll =
  'Computed from the published states of the data sets, which `sources` names. Amounts are exact and per currency; nothing is converted. A data set that cannot be read is listed in `missing`, and the response is still 200.';

/** A company at a glance: figures from its data sets, each with the filters that list its records. */
export function insightRoutes(given: InsightContext): Route[] {
  const ctx = { ...given, kept: createKeptFigures(given) };
  const shared = {
    method: 'GET' as const,
    tag: 'Insights',
    scope: 'read' as const,
    params: CompanyParams,
    isCompanySeen: true,
    refusals: [410],
  };
  const described = (name: string, about: string, schema: TSchema) => ({
    path: `/companies/{companyId}/insights/${name}`,
    description: `${about} ${aboutAll}`,
    answers: { 200: { description: 'The figures', schema, headers: ['ETag'] } },
  });
  return [
    route({
      ...shared,
      ...described('cash', 'Balances of the bank accounts now and at the ends of the last months.', CashInsight),
      operationId: 'getCashInsight',
      summary: 'Get the cash of a company',
      query: MonthsQuery,
      read: (call) => readInsight(ctx, call, cash(monthsOf(call.query))),
    }),
    route({
      ...shared,
      ...described('revenue', 'Revenue, costs and result by month. `basis` says what they come from.', RevenueInsight),
      operationId: 'getRevenueInsight',
      summary: 'Get revenue, costs and result of a company by month',
      query: MonthsQuery,
      read: (call) => readInsight(ctx, call, revenue(monthsOf(call.query))),
    }),
    route({
      ...shared,
      ...described('receivables', `Open invoices by age. ${aboutOpen}`, AgeingInsight),
      operationId: 'getReceivablesInsight',
      summary: 'Get what customers owe a company, by age',
      query: AsOfQuery,
      read: (call) => readInsight(ctx, call, ageing('invoices')),
    }),
    route({
      ...shared,
      ...described('payables', `Open bills by age. ${aboutOpen}`, AgeingInsight),
      operationId: 'getPayablesInsight',
      summary: 'Get what a company owes its suppliers, by age',
      query: AsOfQuery,
      read: (call) => readInsight(ctx, call, ageing('bills')),
    }),
    route({
      ...shared,
      ...described(
        'customers',
        'The customers with the largest invoiced amount, with tax, by issue date. Credit notes are subtracted; drafts and void documents are left out.',
        CustomersInsight,
      ),
      operationId: 'getCustomersInsight',
      summary: 'Get the largest customers of a company',
      query: CustomersQuery,
      read: (call) => {
        const { from, to, top = 10 } = call.query;
        return readInsight(ctx, call, customers({ top, periodOf: (todayMs) => periodOf(todayMs, { from, to }) }));
      },
    }),
  ];
}

const aboutOpen =
  'A document is open if it is not a draft, void or paid and its amount due is not 0. A document that is due today is not overdue.';

type Given = { from: string | undefined; to: string | undefined };

function periodOf(todayMs: number, { from, to }: Given): { from: string; to: string } {
  const [start = todayMs] = lastMonths(todayMs, 12);
  return {
    from: from === undefined ? new Date(start).toISOString() : timeOf('from', from),
    to: to === undefined ? new Date(todayMs + dayMs).toISOString() : timeOf('to', to),
  };
}

function timeOf(name: string, text: string): string {
  const instant = readInstant(text);
  if (instant !== undefined) return instant;
  const message = `The parameter "${name}" must be a date such as 2026-01-31, not "${text}".`;
  throw inputInvalid({ items: [{ itemId: name, message }] });
}
