import { t } from '../../messages/ui.ts';

/** A suggestion to show while a person types a filter. */
type Suggestion = { text: string; hint: string };

const operators: Suggestion[] = [
  { text: '=', hint: t('equals') },
  { text: '!=', hint: t('doesNotEqual') },
  { text: '>', hint: t('greaterThan') },
  { text: '<', hint: t('lessThan') },
  { text: '>=', hint: t('atLeast') },
  { text: '<=', hint: t('atMost') },
  { text: '~', hint: t('contains') },
];
const joins: Suggestion[] = [
  { text: ' && ', hint: t('and') },
  { text: ' || ', hint: t('or') },
];

export type Suggestions = { from: number; items: Suggestion[] };

/** Suggests how to continue a filter. A suggestion replaces the text from the index `from` to the end. */
export function suggest({
  text,
  fields,
  values = {},
}: {
  text: string;
  fields: readonly string[];
  /** The values to suggest for each field, such as the values of an enum. */
  values?: Record<string, readonly string[]>;
}): Suggestions {
  const start = startOfComparison(text);
  const part = text.slice(start);
  const match = /^(\s*)([\w.]*)(\s*)(>=|<=|!=|=|~|>|<)?(.*)$/s.exec(part);
  if (!match) return { from: text.length, items: [] };
  const [, space = '', path = '', gap = '', operator, value = ''] = match;
  if (operator === undefined) {
    if (fields.includes(path)) {
      const longer = fields.filter((field) => field !== path && field.startsWith(`${path}.`));
      if (gap === '' && longer.length > 0)
        return {
          from: text.length,
          items: [...operators, ...longer.map((field) => ({ text: field.slice(path.length), hint: field }))],
        };
      return { from: text.length, items: operators };
    }
    if (gap !== '') return { from: text.length, items: [] };
    const sought = path.toLowerCase();
    const fitting = fields.filter((field) => field.toLowerCase().includes(sought));
    fitting.sort((a, b) => rank(a, sought) - rank(b, sought));
    return { from: start + space.length, items: fitting.slice(0, 40).map((field) => ({ text: field, hint: '' })) };
  }
  const written = value.trimStart();
  const from = text.length - written.length;
  const known = values[path] ?? [];
  const fitting = known.filter((candidate) => candidate.toLowerCase().startsWith(written.toLowerCase()));
  const isWhole = written !== '' && (known.length === 0 || known.some((candidate) => candidate === written));
  if (isWhole) return { from: text.length, items: isOpenQuote(written) ? [] : joins };
  return {
    from,
    items: [
      ...fitting.map((candidate) => ({ text: candidate, hint: '' })),
      ...(written === '' ? [{ text: 'null', hint: t('noValue') }] : []),
    ],
  };
}

function rank(field: string, sought: string): number {
  return (field.toLowerCase().startsWith(sought) ? 0 : 1) + (field.includes('.') ? 2 : 0);
}

/** Returns the index after the last `&&`, `||` or brace that is outside quotes. */
function startOfComparison(text: string): number {
  let start = 0;
  let isQuoted = false;
  for (let place = 0; place < text.length; place++) {
    const character = text[place];
    if (character === '\\' && isQuoted) place++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '{' || character === '}') start = place + 1;
    else if (text.startsWith('&&', place) || text.startsWith('||', place)) start = ++place + 1;
  }
  return start;
}

function isOpenQuote(value: string): boolean {
  return value.startsWith('"') && !/^"(?:[^"\\]|\\.)*"\s*$/.test(value);
}
