import assert from 'node:assert/strict';

/** An independent reader of RFC 4180. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let [row, field, isQuoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') field += text[++at];
      else isQuoted = false;
    } else if (sign === '"' && field === '') isQuoted = true;
    else if (sign === ',') {
      row.push(field);
      field = '';
    } else if (sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, field]);
      [row, field] = [[], ''];
      at++;
    } else field += sign;
  }
  assert.equal(row.length + field.length, 0, 'the file ends with the end of a line');
  return rows;
}
