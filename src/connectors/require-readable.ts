import { Unavailable } from './provider-errors.ts';

/**
 * What an answer may hold before anybody parses it. V8 neither runs out of memory in order nor can be stopped while it is
 * inside `JSON.parse`: 60 MiB of `{},{},…` under a limit of 128 MB collected garbage for minutes, and the thread could not
 * be ended. So the structure is counted first: 4 ms for 1 MB, where parsing takes 22 ms.
 */
const depthMax = 200;
/** Of 56 bytes each, about 110 MB. A page of 1,000 invoices has 60,000. */
const valuesMax = 2_000_000;

const [quote, comma, backslash] = [34, 44, 92];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** Throws `Unavailable` where the text nests deeper, or has more values, than any page of records. */
export function requireReadable(text: string): void {
  // Two bytes for each value at least: what is shorter cannot have too many, and may still be too deep.
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
      if (at < 0) return;
    } else if (code === comma) values++;
    else if (code === openBrace || code === openBracket) {
      values++;
      if (++depth > depthMax) throw new Unavailable(`The provider's answer nests deeper than ${depthMax} levels.`);
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
  if (values > valuesMax) throw new Unavailable(`The provider's answer has more than ${valuesMax} values.`);
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return -1;
}
