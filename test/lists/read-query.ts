/** A second parser of the filter language, written only from its grammar: tokenizes first, then splits the tokens. */
export class QueryRefused extends Error {
  override name = 'QueryRefused';
}

export type ReadComparison = { path: string; operator: string; value: string; quoted: boolean };
export type ReadQuery = { any: ReadQuery[] } | { all: ReadQuery[] } | ReadComparison;

type Token = '{' | '}' | '&&' | '||' | ReadComparison;

export function readQuery(text: string): ReadQuery {
  if ([...text].length > 2048) throw new QueryRefused('too long');
  if (text.includes('\0') || !text.isWellFormed()) throw new QueryRefused('contains characters that cannot be stored');
  return splitTokens(cut(text));
}

function splitTokens(tokens: Token[]): ReadQuery {
  const alternatives = splitAt(tokens, '||');
  if (alternatives.length > 1) return { any: alternatives.map(splitTokens) };
  const conditions = splitAt(tokens, '&&');
  if (conditions.length > 1) return { all: conditions.map(splitTokens) };
  const [first] = tokens;
  if (first === '{' && tokens.at(-1) === '}') return splitTokens(tokens.slice(1, -1));
  if (tokens.length !== 1 || typeof first !== 'object') throw new QueryRefused('not a single term');
  return first;
}

/** Splits only outside braces; all braces must be closed. */
function splitAt(tokens: Token[], separator: '&&' | '||'): Token[][] {
  const parts: Token[][] = [[]];
  let open = 0;
  for (const token of tokens) {
    if (token === '{') open++;
    if (token === '}' && --open < 0) throw new QueryRefused('extra closing brace');
    if (token === separator && open === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  if (open > 0) throw new QueryRefused('unclosed brace');
  return parts;
}

function cut(text: string): Token[] {
  const tokens: Token[] = [];
  let at = skipBlanks(text, 0);
  while (at < text.length) {
    const two = text.slice(at, at + 2);
    const one = text[at];
    if (two === '&&' || two === '||') {
      tokens.push(two);
      at += 2;
    } else if (one === '{' || one === '}') {
      tokens.push(one);
      at += 1;
    } else {
      const { comparison, end } = cutComparison(text, at);
      tokens.push(comparison);
      at = end;
    }
    at = skipBlanks(text, at);
  }
  return tokens;
}

function cutComparison(text: string, start: number): { comparison: ReadComparison; end: number } {
  const names: string[] = [];
  let at = start;
  for (;;) {
    let name = '';
    for (const character of text.slice(at)) {
      if (!/^[\p{L}\p{N}_-]$/u.test(character)) break;
      name += character;
    }
    if (name === '') throw new QueryRefused('no name');
    names.push(name);
    at = skipBlanks(text, at + name.length);
    if (text[at] !== '.') break;
    at = skipBlanks(text, at + 1);
  }
  const two = text.slice(at, at + 2);
  const operator = ['>=', '<=', '!='].includes(two) ? two : (text[at] ?? '');
  if (!['>=', '<=', '!=', '=', '~', '>', '<'].includes(operator)) throw new QueryRefused('no operator');
  at = skipBlanks(text, at + operator.length);
  const { value, quoted, end } = text[at] === '"' ? cutQuoted(text, at + 1) : cutBare(text, at);
  return { comparison: { path: names.join('.'), operator, value, quoted }, end };
}

function cutQuoted(text: string, start: number): { value: string; quoted: boolean; end: number } {
  let value = '';
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') return { value, quoted: true, end: at + 1 };
    if (character === '\\') {
      at++;
      if (text[at] !== '"' && text[at] !== '\\') throw new QueryRefused('invalid escape');
    }
    value += text[at];
  }
  throw new QueryRefused('unclosed quote');
}

function cutBare(text: string, start: number): { value: string; quoted: boolean; end: number } {
  const ends = ['&&', '||', '{', '}'].map((stop) => text.indexOf(stop, start)).filter((found) => found >= 0);
  const end = Math.min(text.length, ...ends);
  const value = text.slice(start, end).trim();
  if (value === '') throw new QueryRefused('no value');
  if (/^(=|<|>|~|!=)/.test(value)) throw new QueryRefused('extra operator');
  for (const [open, close] of ["''", '``', '\u2018\u2019', '\u201c\u201d'])
    if (value.length > 1 && open && close && value.startsWith(open) && value.endsWith(close))
      throw new QueryRefused('quotes of another language');
  if (/((^|\s)(and|or)\s+|[&|]\s*)[\p{L}_][\p{L}\p{N}_.-]*\s*([<>=~]|!=)/iu.test(value))
    throw new QueryRefused('and, or, & or | of another language');
  return { value, quoted: false, end };
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at]?.trim() === '') at++;
  return at;
}
