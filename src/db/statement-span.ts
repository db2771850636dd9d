import type { Span, Tracing } from '../base/tracing.ts';

/** Starts the span of a statement. It shows what the statement does, but neither its text nor its values. */
export function statementSpan(tracing: Tracing, text: string): Span | undefined {
  const span = tracing.step(() => statementSummary(text), 'client');
  span?.set('db.system.name', 'postgresql');
  return span;
}

/** Summaries by statement text. Filters create many different texts, so the number is limited. */
const summaries = new Map<string, string>();
const summariesMax = 1000;

/** A short name of a statement for traces, such as "select record": what it does, and the first table it names. */
export function statementSummary(text: string): string {
  let summary = summaries.get(text);
  if (summary === undefined) {
    summary = summarize(text);
    if (summaries.size >= summariesMax) summaries.clear();
    summaries.set(text, summary);
  }
  return summary;
}

const name = '(?:"?[a-z_]+"?\\.)?"?([a-z_]+)"?';
// Exclude the "update" in "for update", "for no key update" and "do update", because no table name follows it.
const change = new RegExp(
  `\\b(insert)\\s+into\\s+${name}|\\b(delete)\\s+from\\s+${name}|(?<!\\b(?:for|key|do)\\s+)\\b(update)\\s+${name}`,
  'i',
);
const source = new RegExp(`\\b(?:from|join)\\s+${name}(?![a-z_("])`, 'gi');
const withName = new RegExp(`${name}(?:\\s*\\([^()]*\\))?\\s+as\\s+(?:materialized\\s+)?\\(`, 'gi');
const called = /^\s*select\s+([a-z_]+)\s*\(/i;

function summarize(text: string): string {
  const [, ...found] = change.exec(text) ?? [];
  const [verb, table] = found.filter((part) => part !== undefined);
  if (verb && table) return `${verb.toLowerCase()} ${table}`;
  const own = new Set([...text.matchAll(withName)].map(([, one]) => one));
  const [from] = [...text.matchAll(source)]
    .map(([, one = '']) => one)
    .filter((one) => !own.has(one) && one !== 'lateral');
  if (from) return `select ${from}`;
  const [, routine] = called.exec(text) ?? [];
  return routine ? `call ${routine}` : (/[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement');
}
