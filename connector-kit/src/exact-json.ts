/**
 * Parses JSON without losing digits. A number stays a number if a double certainly represents it exactly. Any other
 * number becomes `JSON.rawJSON` of its original text, which `JSON.stringify` writes unchanged.
 */
type ExactJson = {
  parse(text: string, reviver: (name: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): object;
};

// TypeScript's library for es2024 does not declare these functions yet.
const json = JSON as unknown as ExactJson;

/**
 * Matches JSON text if one of its numbers might change when it is parsed as a double and written again. Such a number
 * has 16 or more characters, has an exponent, or is a fraction below 0.000001. A match inside a string does no harm and
 * only costs time. Testing a record of 1 kB takes about 1 µs.
 */
const perhapsInexact = /[\d.]{16}|[:,[\s]-?(?:0\.000000|\d[\d.]*[eE])/;

export function parseExact(text: string): unknown {
  // The pattern expects a character before the number. If the whole text is a number, there is none, so `:` is added.
  if (!perhapsInexact.test(text) && !perhapsInexact.test(`:${text.slice(0, 32)}`)) return JSON.parse(text);
  return json.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && perhapsInexact.test(`:${source}`)
      ? json.rawJSON(source)
      : value,
  );
}

const quote = 34;
const backslash = 92;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
const comma = 44;

/**
 * Finds the array with the given name in the outermost object. Returns the exact text of each element and, as `rest`,
 * the whole text with that array emptied. Throws SyntaxError if there is no such array.
 */
export function splitArray(text: string, member: string): { elements: string[]; rest: string } {
  const start = findArray(text, member);
  const elements: string[] = [];
  let depth = 0;
  let elementStart = start + 1;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBrace || code === openBracket) depth++;
    else if (depth > 0) {
      if (code === closeBrace || code === closeBracket) depth--;
    } else if (code === comma || code === closeBracket) {
      const element = text.slice(elementStart, at).trim();
      if (element || code === comma || elements.length) elements.push(element);
      if (code === closeBracket) return { elements, rest: `${text.slice(0, start + 1)}${text.slice(at)}` };
      elementStart = at + 1;
    }
  }
  throw new SyntaxError('The array is not closed.');
}

/** Returns the index of the opening bracket of an array that is a member of the outermost object. */
function findArray(text: string, member: string): number {
  const name = JSON.stringify(member);
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      if (depth === 1 && text.slice(at, end + 1) === name) {
        const [found] = /^\s*:\s*\[/.exec(text.slice(end + 1, end + 50)) ?? [];
        if (found) return end + found.length;
      }
      at = end;
    } else if (code === openBrace || code === openBracket) depth++;
    else if (code === closeBrace || code === closeBracket) depth--;
  }
  throw new SyntaxError(`There is no array ${name}.`);
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  if (end === -1) throw new SyntaxError('A string is not closed.');
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before--;
  return (at - before) % 2 === 0;
}
