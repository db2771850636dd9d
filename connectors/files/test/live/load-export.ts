import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileReading, Pull } from '@daybook/connector-kit';
import { parseExact } from '@daybook/connector-kit';
import { plainHttp, pullAll } from '@daybook/connector-kit/conformance';
import type { TestAccount, TestApp } from '../../../../test/harness.ts';
import { tell } from '../../../../test/providers/figures.ts';
import { openProof, type Proof } from '../../../../test/providers/proof.ts';
import { countedChecks } from '../../../../test/providers/run-conformance.ts';
import { filesCompany } from '../../../../test/uploads/uploading.ts';
import { createFilesConnector } from '../../src/files-connector.ts';

/** A record with its amounts as they were written: a number is the JSON text of it. */
// biome-ignore lint/suspicious/noExplicitAny: a record of any data type
export type ExactRecord = Record<string, any>;

type Loaded = { fileName: string; content: Uint8Array; reading: FileReading & { dataType: string } };
const loaded: Loaded[] = [];
const http = plainHttp();
let proof: Proof | undefined;

/** `program`: what writes the exports, with its version. */
export function openExports(program: string): void {
  tell({ program });
  proof = openProof('files', 'export', { version: program });
}

export const noteDeed = (...noted: Parameters<Proof['note']>) => proof?.note(...noted);

/** A file that a program has written, and what is changed in the suggested reading, as a person does. */
export type Export = {
  fileName: string;
  content: string | Uint8Array<ArrayBuffer>;
  dataType: string;
  /** Set if the file does not show what it is, so that a person chooses the data type. */
  isChosen?: true;
  /** Values for all rows, such as the currency that the program leaves out. */
  constants?: Record<string, string>;
  /** Columns of fields that are mapped by hand. */
  fields?: Record<string, string>;
  /** The number of lines of totals, which are left out. */
  totals?: number;
};

/**
 * Uploads an export to a new company of a complete Daybook, reads it as the preview suggests, and returns every record
 * with all of its digits. `columnsByHand` counts what a person had to say.
 */
export async function loadExport(app: TestApp, account: TestAccount, given: Export): Promise<ExactRecord[]> {
  const { fileName, content, dataType, isChosen, constants = {}, fields = {}, totals = 0 } = given;
  const one = await filesCompany(app, account);
  const received = await one.upload(content, fileName, '&confirm=never');
  assert.equal(received.status, 200, JSON.stringify(received.body));
  assert.equal(received.body.status, 'Received', received.body.problem);
  const path = `${one.path}/${received.body.uploadId}`;
  const { reading } = await previewed(account, path, isChosen ? { dataType } : {});
  assert.equal(reading.dataType, dataType, `${fileName} is recognised as ${reading.dataType}`);
  const mapping = {
    ...reading.mapping,
    constants: { ...reading.mapping.constants, ...constants },
    fields: { ...reading.mapping.fields, ...fields },
  };
  const preview = await previewed(account, path, { ...reading, mapping });
  const [leftOut, problems] = [isTotal, (one: Problem) => !isTotal(one)].map((is) => preview.problems.filter(is));
  assert.deepEqual([preview.errors, problems], [[], []], `${fileName}: ${JSON.stringify(preview.reading)}`);
  assert.equal(leftOut?.length, totals, fileName);
  const confirmed = await one.confirm(received.body.uploadId, preview.reading);
  assert.equal(confirmed.status, 200, confirmed.text);
  const sync = await one.filled(confirmed.body);
  assert.equal(sync.status, 'Complete', JSON.stringify(sync));
  const records: ExactRecord[] = [];
  for (let href = `${one.company}/data/${dataType}?pageSize=500`; href; ) {
    const { body, status, text } = await account.send(`GET ${href}`);
    assert.equal(status, 200, text);
    records.push(...(parseExact(text) as { results: ExactRecord[] }).results);
    href = body._links.next?.href ?? '';
  }
  assert.equal(records.length, preview.total);
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  loaded.push({ fileName, content: bytes, reading: preview.reading });
  proof?.note('read', dataType);
  return records;
}

type Problem = { message: string };
const isTotal = ({ message }: Problem) => message.includes('line of totals');

// biome-ignore lint/suspicious/noExplicitAny: a response of the API
async function previewed(account: TestAccount, path: string, body: object): Promise<any> {
  const answer = await account.send(`POST ${path}/preview`, { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** The conformance suite over the last export of each data type. */
export function testConformance(): void {
  test('the connector Files conforms, over these exports', async (context) => {
    const files = new Map(loaded.map((file) => [file.reading.dataType, file]));
    const { pull, fromSource = {}, ...rest } = createFilesConnector({ pageSize: 5 });
    const uploadedFor = (dataType: string) => {
      const { fileName: name, content, reading } = files.get(dataType) ?? assert.fail(dataType);
      return { list: [{ fileId: dataType, name, reading }], read: async () => content };
    };
    const pulls = [...files.keys()].map((dataType): [string, Pull] => [
      dataType,
      (input) => pull[dataType]?.({ ...input, files: uploadedFor(dataType) }) ?? assert.fail(dataType),
    ]);
    const own = Object.entries(fromSource).filter(([dataType]) => files.has(dataType));
    const connector = { ...rest, pull: Object.fromEntries(pulls), fromSource: Object.fromEntries(own) };
    const sizes = await Promise.all(
      pulls.map(async ([dataType]) => (await pullAll(connector, { http, credentials: {} }, dataType)).length),
    );
    const [pagedType = ''] = pulls[sizes.indexOf(Math.max(...sizes))] ?? [];
    const target = { http, credentials: {}, pagedType, tellsTotal: true as const };
    const checks = countedChecks(connector, target, proof ?? assert.fail());
    for (const { title, run } of checks) await context.test(title, run);
  });
}

let compared = 0;
let different = 0;
let files = 0;

/**
 * Compares what was read with what the program says, both written in the same form. Each record counts, also if there
 * are several equal ones.
 */
export function compareRecords(fileName: string, read: readonly string[], truth: readonly string[]): void {
  const left = new Map<string, number>();
  for (const one of truth) left.set(one, (left.get(one) ?? 0) + 1);
  const wrong = read.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
  const missing = [...left].flatMap(([one, count]) => (count > 0 ? [one] : []));
  files += 1;
  compared += truth.length;
  different += Math.max(wrong.length, missing.length);
  tell({ exportsRead: files, recordsCompared: compared, recordsDifferent: different });
  assert.deepEqual({ wrong: wrong.slice(0, 3), missing: missing.slice(0, 3) }, { wrong: [], missing: [] }, fileName);
  assert.ok(truth.length > 0, `${fileName} is empty`);
}

/** A decimal number as plain text without zeros at the end, from JSON text, a number or a decimal text. */
export function plainNumber(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '0');
  const [, sign = '', whole = '0', part = ''] =
    /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? assert.fail(`${text} is no number`);
  const plain = part === '' ? whole : `${whole}.${part}`;
  return plain === '0' ? '0' : `${sign}${plain}`;
}

/** `2026-01-31` of a date, a time or a text that begins with it. */
export const dayOf = (value: unknown): string => String(value).slice(0, 10);
