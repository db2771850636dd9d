import { Unavailable } from '@daybook/connector-kit';

/**
 * Maximum nesting depth of a response. Depth and number of values are checked before parsing, because V8 does not fail
 * cleanly when memory runs out and cannot be stopped inside `JSON.parse`. With a memory limit of 128 MB, 60 MiB of
 * `{},{},…` kept V8 collecting garbage for minutes, and the thread could not be terminated. Checking 1 MB takes 4 ms,
 * parsing it 22 ms.
 */
const depthMax = 200;
/**
 * Maximum number of values. That many values need about 110 MB, at 56 bytes each. A page of 1,000 invoices has 60,000.
 */
const valuesMax = 2_000_000;

const [quote, comma, backslash] = [34, 44, 92];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** Throws `Unavailable` if the text is nested too deeply, or has too many values, to be a page of records. */
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
