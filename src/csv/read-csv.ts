/** Reads CSV as RFC 4180 writes it: quotes around values, doubled quotes inside them. Throws on an open quote. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let value = '';
  let isQuoted = false;
  const source = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (isQuoted) {
      if (character !== '"') value += character;
      else if (source[at + 1] === '"') value += source[++at];
      else isQuoted = false;
    } else if (character === '"' && value === '') isQuoted = true;
    else if (character === ',') value = endValue();
    else if (character === '\n') endRow();
    else if (character !== '\r' || source[at + 1] !== '\n') value += character;
  }
  if (isQuoted) throw new Error('A quote is not closed.');
  if (value !== '' || row.length > 0) endRow();
  return rows;

  function endValue(): '' {
    row.push(value);
    return '';
  }
  function endRow(): void {
    value = endValue();
    if (row.some((one) => one !== '')) rows.push(row);
    row = [];
  }
}
