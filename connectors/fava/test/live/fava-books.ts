import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type { LinkedCompany } from '../../../../test/providers/linked-company.ts';

/** The ledger of `npm run providers -- fava`, as its owner edits it and as Fava itself reports it. */
const env = process.env as Record<string, string | undefined>;
export const favaUrl = new URL(env.FAVA_URL ?? assert.fail('Run live tests through "npm run providers -- fava".'));
export const ledgerFile = env.FAVA_LEDGER ?? '';
export const version = env.FAVA_ABOUT ?? '';

/** Edits the file as its owner does. Fava reads it again with one of the next requests. */
export async function edit(change: (text: string) => string): Promise<void> {
  await writeFile(ledgerFile, change(await readFile(ledgerFile, 'utf8')));
}

// biome-ignore lint/suspicious/noExplicitAny: a transaction is whatever Fava sends, and a record what Daybook sends.
type Any = any;

/** `12.00 USD`, `10 EUR @ 1.10 USD`, or at a cost: `3 HOOL {10.505 USD, 2025-12-02}`. */
function postingText({ account, amount }: Any): string {
  const [, units = '', currency = '', cost, costCurrency] =
    /^(\S+) (\S+)(?: \{(\S+) ([A-Z]+)[^}]*\})?/.exec(amount) ?? assert.fail(amount);
  return cost
    ? `${account} ${Number(units) * Number(cost)} ${costCurrency}`
    : `${account} ${Number(units)} ${currency}`;
}

/** How often each transaction is in Fava's own journal: date, texts, and postings in their order. */
export async function entriesAtFava(): Promise<Map<string, number>> {
  const { data } = (await (await fetch(`${favaUrl}/api/journal`)).json()) as { data: Any[] };
  const texts = data
    .filter(({ t }) => t === 'Transaction')
    .map(({ date, payee, narration, postings }) =>
      [date, [payee, narration].filter(Boolean).join(' | '), ...postings.map(postingText)].join('; '),
    );
  return countOf(texts);
}

/** A record of Daybook in the same form. */
export const entryText = ({ postedOn, description, journalLines }: Any) =>
  [
    ...[postedOn.slice(0, 10), description ?? ''],
    ...journalLines.map((line: Any) => `${line.accountRef.id} ${line.netAmount} ${line.currency ?? ''}`),
  ].join('; ');

export function countOf(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The entries that only Fava has, and those that only Daybook has. */
export async function differences(company: LinkedCompany): Promise<{ missing: string[]; surplus: string[] }> {
  const theirs = await entriesAtFava();
  const ours = countOf([...(await company.records('journalEntries')).values()].map(entryText));
  const more = (of: Map<string, number>, than: Map<string, number>) =>
    [...of].flatMap(([text, count]) => Array.from({ length: Math.max(0, count - (than.get(text) ?? 0)) }, () => text));
  return { missing: more(theirs, ours), surplus: more(ours, theirs) };
}
