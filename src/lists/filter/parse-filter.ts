import { queryMalformed } from '../refusals.ts';
import { type FilterPlace, inQuery } from './filter-place.ts';

/**
 * The filter language of every list:
 *
 *   query      := or ;  or := and ('||' and)* ;  and := term ('&&' term)* ;  term := '{' query '}' | comparison
 *   comparison := path op value ;  path := name ('.' name)*
 *   op         := '>=' | '<=' | '!=' | '=' | '~' | '>' | '<'
 *   value      := '"' text with \" and \\ '"'  |  bare text up to && || { } , trimmed
 *
 * Bare values that look like syntax of another query language are rejected (`problemOf`); text in double quotes is
 * always literal.
 */
export const operators = ['>=', '<=', '!=', '=', '~', '>', '<'] as const;
export type Operator = (typeof operators)[number];

export type Comparison = { type: 'comparison'; path: string[]; operator: Operator; value: string; quoted: boolean };
export type Filter = Comparison | { type: 'and' | 'or'; parts: Filter[] };

export function comparisonsIn(filter: Filter): Comparison[] {
  return filter.type === 'comparison' ? [filter] : filter.parts.flatMap(comparisonsIn);
}

export const queryLengthMax = 2048;

export function parseFilter(text: string, place: FilterPlace = inQuery): Filter {
  // Count code points, as the schema's maxLength does.
  const length = text.length > queryLengthMax ? [...text].length : text.length;
  if (length > queryLengthMax) throw refuse(`has ${length} characters; the maximum is ${queryLengthMax}`, place);
  const reader = new Reader(text, place);
  const filter = parseAny(reader);
  if (!reader.atEnd()) throw reader.refuse('expected "&&", "||" or the end');
  return filter;
}

function parseAny(reader: Reader): Filter {
  return parseChain(reader, 'or', '||', () => parseChain(reader, 'and', '&&', () => parseTerm(reader)));
}

function parseChain(reader: Reader, type: 'and' | 'or', separator: string, parsePart: () => Filter): Filter {
  const first = parsePart();
  const parts = [first];
  while (reader.take(separator)) parts.push(parsePart());
  return parts.length === 1 ? first : { type, parts };
}

function parseTerm(reader: Reader): Filter {
  if (!reader.take('{')) return parseComparison(reader);
  const inner = parseAny(reader);
  if (!reader.take('}')) throw reader.refuse('expected "}"');
  return inner;
}

function parseComparison(reader: Reader): Comparison {
  const path = [reader.name()];
  while (reader.take('.')) path.push(reader.name());
  const operator = operators.find((candidate) => reader.take(candidate));
  if (!operator) throw reader.refuse(`expected one of ${operators.join(' ')} after "${path.join('.')}"`);
  return { type: 'comparison', path, operator, ...reader.value(path.join('.'), operator) };
}

const nextComparison = /(?:(?:^|\s)(and|or)\s+|\s*([&|])\s*)([\p{L}_][\p{L}\p{N}_.-]*\s*(?:>=|<=|!=|=|~|>|<).*)$/isu;
const otherQuotes = /^(?:'.*'|\u2018.*\u2019|\u201c.*\u201d|`.*`)$/s;
/** Operators of other query languages and our equivalents. */
const otherOperators: Record<string, Operator> = {
  '==': '=',
  '===': '=',
  '!==': '!=',
  '<>': '!=',
  '=>': '>=',
  '=<': '<=',
  '=~': '~',
  '~=': '~',
  '~~': '~',
};

/** Explains why a bare value that looks like another query language is rejected, and suggests the correct form. */
function problemOf(bare: string, path: string, operator: Operator): string | undefined {
  const quoted = (text: string) => `${path}${operator}"${text.replace(/["\\]/g, '\\$&')}"`;
  const literal = `Double quotes make any text literal: ${quoted(bare)}`;
  const next = nextComparison.exec(bare);
  if (next) {
    const [, word, sign, second = ''] = next;
    const given = word ?? sign ?? '';
    const joint = /^(?:or|\|)$/i.test(given) ? '||' : '&&';
    const first = bare.slice(0, next.index).trim();
    return `comparisons are combined with && and ||, not with "${given}": write ${path}${operator}${first} ${joint} ${second}. ${literal}`;
  }
  if (otherQuotes.test(bare)) return `values need double quotes: write ${quoted(bare.slice(1, -1))}. ${literal}`;
  const [sign] = /^(?:!=|[=<>~]+)/.exec(bare) ?? [];
  if (sign === undefined) return undefined;
  const right = otherOperators[operator + sign];
  const form = right ? `write ${path}${right}${bare.slice(sign.length).trim() || 'value'}. ` : '';
  return `there is no operator "${operator}${sign}", only ${operators.join(' ')}: ${form}${literal}`;
}

class Reader {
  readonly #text: string;
  readonly #place: FilterPlace;
  #at = 0;

  constructor(text: string, place: FilterPlace) {
    this.#text = text;
    this.#place = place;
  }

  atEnd(): boolean {
    this.#skipSpace();
    return this.#at === this.#text.length;
  }

  take(token: string): boolean {
    this.#skipSpace();
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  name(): string {
    this.#skipSpace();
    const found = this.#match(/[\p{L}\p{N}_-]+/uy);
    if (found === undefined) throw this.refuse('expected a field name');
    return found;
  }

  value(path: string, operator: Operator): { value: string; quoted: boolean } {
    this.#skipSpace();
    if (this.#text[this.#at] === '"') {
      const quoted = this.#match(/"(?:[^"\\]|\\["\\])*"/uy);
      if (quoted === undefined) throw this.refuse('a quoted value must end with " and may contain \\" and \\\\');
      return { value: quoted.slice(1, -1).replace(/\\(["\\])/g, '$1'), quoted: true };
    }
    const start = this.#at;
    const bare = this.#match(/(?:(?!&&|\|\||[{}]).)+/suy)?.trim();
    if (!bare) throw this.refuse('expected a value (write "" for an empty text)');
    const problem = problemOf(bare, path, operator);
    if (problem) {
      this.#at = start;
      throw this.refuse(problem);
    }
    return { value: bare, quoted: false };
  }

  refuse(problem: string) {
    return refuse(`is malformed at character ${this.#at + 1}: ${problem}`, this.#place);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    this.#match(/\s*/uy);
  }
}

function refuse(problem: string, { name, itemId = 'query' }: FilterPlace) {
  return queryMalformed({ itemId, error: `The ${name} ${problem}.` });
}
