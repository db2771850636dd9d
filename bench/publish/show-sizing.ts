import { type Figures, type Report, round } from '../report.ts';
import { readRuns } from './runs.ts';
import { type Assumptions, defaults, needOf, readCosts } from './sizing.ts';

export const companiesDefault = [1000, 100_000, 10_000_000];
export const sizingOptions = ['companies', ...Object.keys(defaults)];

/** `npm run bench -- sizing [--companies N,…] [--ASSUMPTION VALUE …]`: the table of docs/operating/sizing.md for other numbers. */
export async function showSizing({ given }: { given: Record<string, string> }): Promise<Report> {
  const { companies, ...others } = given;
  const assumptions: Assumptions = { ...defaults };
  for (const [name, value] of Object.entries(others)) assumptions[name as keyof Assumptions] = readNumber(name, value);
  const costs = readCosts(readRuns());
  const figures: Figures = { ...assumptions };
  for (const count of companies?.split(',').map((one) => readNumber('companies', one)) ?? companiesDefault) {
    const { companies: _, ...need } = needOf(costs, assumptions, count);
    for (const [name, value] of Object.entries(need)) figures[`${count}companies.${name}`] = round(value);
  }
  return { name: 'sizing', figures, bars: [] };
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new Error(`--${name} ${text}: give a number.`);
  return value;
}
