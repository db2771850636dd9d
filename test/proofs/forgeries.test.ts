import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { verify } from '../../examples/verify-bundle.mjs';
import { settableClock } from '../../src/base/clock.ts';
import { proofVerify } from '../../src/cli/commands/proof.ts';
import { rotateKey } from '../../src/proofs/keys.ts';
import { provePublications } from '../../src/proofs/prove-publications.ts';
import { verifyBundle } from '../../src/proofs/verify-bundle.ts';
import { anInvoice, companyWith, publishRecords, someInvoices } from '../data/seed-data-set.ts';
import { useApp } from '../harness.ts';

const clock = settableClock(new Date('2026-06-30T12:00:00Z'));
const app = useApp({ clock, config: { role: 'api' } });
const forgeries = 10_000;

/** A bundle with several entries, two keys and a deleted record. */
async function aBundle(records = 40) {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(records), { at: clock.now() });
  await provePublications(app.ctx);
  await rotateKey(app.ctx);
  clock.advanceMs(1000);
  await publishRecords(app.ctx.db, set, [{ id: 'inv-0003', isDeleted: true }], { at: clock.now() });
  await publishRecords(app.ctx.db, set, [{ id: 'ü"\\', record: anInvoice() }], { at: clock.now() });
  await provePublications(app.ctx);
  const { results } = (await account.send(`GET /companies/${set.companyId}/proofs`)).body;
  const { text } = await account.send(`GET /companies/${set.companyId}/proofs/${results[0].proofId}/bundle`);
  return { bundle: Buffer.from(text), companyId: set.companyId };
}

const checks = { ours: verifyBundle, 'the script': verify };

/** Known state, so that a failure can be repeated. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test(`P-PROVEN: every one of ${forgeries} single-bit forgeries of a bundle fails, here and in the script`, async () => {
  const { bundle } = await aBundle();
  const random = createRandom(63);
  for (const check of Object.values(checks)) check(bundle);
  const passed: string[] = [];
  for (let forged = 0; forged < forgeries; forged++) {
    const [at, bit] = [random(bundle.length), random(8)];
    const was = bundle[at] ?? 0;
    bundle[at] = was ^ (1 << bit);
    for (const [name, check] of Object.entries(checks)) {
      try {
        check(bundle);
        passed.push(`${name}: bit ${bit} of byte ${at}`);
      } catch {}
    }
    bundle[at] = was;
  }
  assert.deepEqual(passed, []);
  for (const check of Object.values(checks)) check(bundle);
});

test('P-PROVEN: a bundle that says the same in other bytes, in another order or with other lines fails', async () => {
  const { bundle } = await aBundle();
  const other = await aBundle(39);
  const text = bundle.toString();
  const lines = text.split('\n').slice(0, -1);
  const entry = lines.at(-1) ?? '';
  const joined = (changed: readonly string[]) => `${changed.join('\n')}\n`;
  const at = (index: number, line: string) => joined(lines.with(index, line));
  const forged = {
    'no end of the last line': text.slice(0, -1),
    'a line more': `${text}\n`,
    'a space more': at(-1, entry.replace('{"content"', '{ "content"')),
    'a return': at(-1, `${entry}\r`),
    'a field twice': at(-1, entry.replace('"previous"', '"previous":"","previous"')),
    'a field more': at(-1, `${entry.slice(0, -1)},"note":"x"}`),
    'a field more in the content': at(-1, entry.replace('"companyId"', '"note":1,"companyId"')),
    'a signature with padding': at(-1, `${entry.slice(0, -2)}=="}`),
    'a hash in capitals': at(
      -1,
      entry.replace(/"hash":"[^"]*"/, (found) => found.toUpperCase()),
    ),
    'a field more in the first line': at(0, `${(lines[0] ?? '').slice(0, -1)},"x":1}`),
    'a record less': joined(lines.toSpliced(1, 1)),
    'a record twice': joined(lines.toSpliced(1, 0, lines[1] ?? '')),
    'a record instead of another': at(1, lines[2] ?? ''),
    'records in another order': joined(lines.toSpliced(1, 2, lines[2] ?? '', lines[1] ?? '')),
    'an entry less': joined(lines.toSpliced(-2, 1)),
    'entries in another order': joined(lines.toSpliced(-2, 2, entry, lines.at(-2) ?? '')),
    'an entry of another company': at(-2, other.bundle.toString().split('\n').at(-3) ?? ''),
    nothing: '',
    'no object': 'null\n',
    'an end at the start': `\n${text}`,
  };
  for (const [what, forgery] of Object.entries(forged)) {
    for (const [name, check] of Object.entries(checks))
      assert.throws(() => check(Buffer.from(forgery)), `${what}: ${name}`);
  }
});

test('P-PROVEN: the script that verifies a bundle has 100 lines, and uses nothing but modules of Node', () => {
  const text = readFileSync(join(import.meta.dirname, '../../examples/verify-bundle.mjs'), 'utf8');
  assert.equal(text.split('\n').length - 1, 100);
  const imported = [...text.matchAll(/from '([^']*)'/g)].map(([, name = '']) => name);
  assert.deepEqual(
    imported.filter((name) => !name.startsWith('node:')),
    [],
  );
});

test('P-PROVEN: "daybook verify FILE" and the script say in one sentence what a file proves, and end with 0 or 1', async () => {
  const { bundle, companyId } = await aBundle();
  const folder = mkdtempSync(join(tmpdir(), 'daybook-proof-'));
  try {
    const [good, bad] = [join(folder, 'good.ndjson'), join(folder, 'bad.ndjson')];
    writeFileSync(good, bundle);
    writeFileSync(bad, bundle.toString().replace('"totalAmount":7', '"totalAmount":8'));
    const { publicKey } = verifyBundle(bundle);
    const run = (file: string, key?: string) =>
      proofVerify.run({ positionals: [file], options: key === undefined ? {} : { key } } as never);
    const said = (await run(good)) as { text: string; exitCode?: number };
    assert.equal(
      said.text,
      `40 invoices (and 1 deleted) were in the books of the company ${companyId}, as the installation with the key ${publicKey} had read them and published them on 30 June 2026 at ${verifyBundle(bundle).publishedAt.slice(11, 19)} UTC.`,
    );
    assert.equal(said.exitCode ?? 0, 0);
    assert.equal(((await run(good, publicKey)) as { exitCode?: number }).exitCode ?? 0, 0);
    const otherKey = (await run(good, 'A'.repeat(43))) as { text: string; exitCode?: number };
    assert.deepEqual([otherKey.exitCode, /another key/.test(otherKey.text)], [1, true]);
    const refused = (await run(bad)) as { text: string; exitCode?: number };
    assert.deepEqual([refused.exitCode, /not those that were in the books/.test(refused.text)], [1, true]);

    const script = (...args: string[]) =>
      spawnSync(process.execPath, [join(import.meta.dirname, '../../examples/verify-bundle.mjs'), ...args], {
        encoding: 'utf8',
      });
    for (const [args, status, start] of [
      [[good], 0, 'OK: 41 invoices'],
      [[good, publicKey], 0, 'OK: 41 invoices'],
      [[good, 'A'.repeat(43)], 1, 'NOT OK: Another key'],
      [[bad], 1, 'NOT OK: The records are not those'],
    ] as const) {
      const ended = script(...args);
      assert.deepEqual([ended.status, ended.stdout.startsWith(start)], [status, true], ended.stdout + ended.stderr);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
