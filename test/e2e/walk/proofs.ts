import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Figures } from '../../../bench/report.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { button } from './steps.ts';

const verifier = join(import.meta.dirname, '../../../examples/verify-bundle.mjs');

/** A bundle of the chain is downloaded, and verified as the page says, with the key that the page shows. */
export async function verifyProof(so: Walk): Promise<Figures> {
  const page = so.admin;
  await page.goto(`/portal/companies/${so.companyId}/proofs`);
  const chain = page.getByRole('table', { name: 'Chain of publications' });
  await chain.getByRole('row').nth(1).waitFor();
  const keys = page.getByRole('table', { name: 'Keys of this installation' });
  await keys.getByText('In use', { exact: true }).waitFor();
  const publicKey = await keys.locator('code').first().innerText();
  await page.getByText(`--key=${publicKey}`).waitFor();
  await checkPage(page, 'company-proofs', so.checks);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(chain.getByRole('row').nth(1), /^Download the bundle of entry/).click(),
  ]);
  assert.match(file.suggestedFilename(), /\.ndjson$/);
  const path = await file.path();
  const byProgram = await so.stage.daybook('verify', path, `--key=${publicKey}`);
  const byScript = execFileSync(process.execPath, [verifier, path, publicKey], { encoding: 'utf8' });
  for (const text of [byProgram, byScript]) assert.match(text, /\d+ \w+/);
  const entries = (await so.stage.cell.base.db.pool.query(
    'select count(*)::int as n from proof where company_id = $1',
    [so.companyId],
  )) as { rows: { n: number }[] };
  return { 'proofs.entries': entries.rows[0]?.n ?? 0 };
}
