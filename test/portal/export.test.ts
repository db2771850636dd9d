import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { csvText } from '../../portal/src/ui/export/csv-text.ts';
import { fileName } from '../../portal/src/ui/export/file-name.ts';
import { writeXlsx } from '../../portal/src/ui/export/write-xlsx.ts';

const risky = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];

test('a CSV file has quoted texts and plain numbers, and no text that a spreadsheet runs as a formula', () => {
  const sheet = {
    name: 'x',
    head: ['Line', '=head'],
    rows: [
      { cells: [{ text: 'Rent, "office"' }, { number: '-12.50' }] },
      { cells: [{ text: 'Two\nlines' }, undefined] },
      ...risky.map((text) => ({ cells: [{ text }, { number: '1e3' }] })),
    ],
  };
  const lines = csvText(sheet).split('\r\n');
  assert.equal(lines[0], "\u{FEFF}Line,'=head");
  assert.equal(lines[1], '"Rent, ""office""",-12.5');
  assert.equal(lines[2], '"Two\nlines",');
  assert.deepEqual(lines.slice(3, 7), ["'=1+1,1000", "'+1,1000", "'-1,1000", "'@SUM(A1),1000"]);
  for (const line of lines.slice(3)) assert.doesNotMatch(line, /^"?[=+\-@\t]/);
});

test('an Excel file has amounts as numbers and texts as texts; an amount that Excel would round stays a text', async () => {
  const blob = await writeXlsx({
    name: 'Balance sheet: a/b',
    head: ['Line', 'Amount'],
    rows: [
      ...risky.map((text) => ({ cells: [{ text }, { number: '-1234.5' }] })),
      { isBold: true, cells: [{ text: 'Large' }, { number: '12345678901234567.89' }] },
    ],
  });
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const read = (part: RegExp) => {
    const name = Object.keys(files).find((path) => part.test(path));
    return strFromU8(files[name ?? ''] ?? assert.fail(String(part)));
  };
  const cells = read(/sheet1\.xml$/);
  assert.equal(cells.match(/<v>-1234\.5<\/v>/g)?.length, risky.length);
  assert.doesNotMatch(cells, /<f>|t="str"/);
  const texts = read(/sharedStrings\.xml$/);
  for (const text of ['=1+1', '@SUM(A1)', '12345678901234567.89']) assert.ok(texts.includes(`>${text}<`), text);
  assert.match(read(/styles\.xml$/), /#,##0\.00/);
});

test('a file name has only letters, digits and hyphens', () => {
  assert.equal(fileName('Café Löwe & Co.', 'Balance sheet', '2026-01-31'), 'cafe-lowe-co-balance-sheet-2026-01-31');
});
