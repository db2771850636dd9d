import { Unavailable } from './provider-errors.ts';

/**
 * Limits on a response, checked before it is parsed. V8 does not fail cleanly when memory runs out, and cannot be
 * stopped inside `JSON.parse`: 60 MiB of `{},{},…` under a limit of 128 MB kept it collecting garbage for minutes, and
 * the thread could not be terminated. So the structure is counted first: 4 ms for 1 MB, where parsing takes 22 ms.
 */
const depthMax = 200;
/** About 110 MB at 56 bytes per value. A page of 1,000 invoices has 60,000 values. */
const valuesMax = 2_000_000;

const [quote, comma, backslash] = [34, 44, 92];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** Throws `Unavailable` if the text nests deeper or has more values than any page of records. */
export function requireReadable(text: string): void {
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
      if (++depth > depthMax) throw new Unavailable(`The provider's response nests deeper than ${depthMax} levels.`);
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
  if (values > valuesMax) throw new Unavailable(`The provider's response has more than ${valuesMax} values.`);
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return -1;
}
