import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Unavailable } from '@daybook/connector-kit';
import { decodeContent } from '../../src/attachments/decode-content.ts';

/** Base64 in JSON, as platforms send it. */
const form = { kind: 'base64', member: 'datas' } as const;

/** `cut` is the size of the parts in which the text arrives. */
async function decoded(text: string, cut: number): Promise<Buffer> {
  async function* parts() {
    for (let at = 0; at < text.length; at += cut) yield Buffer.from(text.slice(at, at + cut), 'latin1');
  }
  const found: Buffer[] = [];
  for await (const part of decodeContent(parts(), form)) found.push(part);
  return Buffer.concat(found);
}

test('P-ATTACH: base64 in a JSON response is decoded however its parts are cut', async () => {
  for (const bytes of [0, 1, 2, 3, 500, 5001]) {
    const file = randomBytes(bytes);
    const base64 = file.toString('base64');
    for (const text of [base64, base64.replaceAll('/', '\\/'), base64.replace(/.{76}/g, '$&\\r\\n')])
      for (const cut of [1, 2, 3, 7, 64, 100_000])
        assert.deepEqual(await decoded(`[{"id": 7, "datas" : "${text}", "name": "datas"}]\n`, cut), file);
  }
  for (const nothing of ['false', 'null']) assert.equal((await decoded(`[{"datas":${nothing}}]`, 5)).length, 0);
});

test('P-ATTACH: a base64 response that breaks off, or has no file, is never a whole file', async () => {
  for (const text of ['[{"datas":"YWJj', '[{"datas":"', '[{"id":1}]', '', '[{"datas":"YW~j"}]'])
    for (const cut of [1, 1000]) await assert.rejects(decoded(text, cut), Unavailable, text);
  await assert.rejects(decoded(' '.repeat(2 * 1024 * 1024), 65_536), /does not have the member/);
});
