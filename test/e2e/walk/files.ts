import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';

type File = { id: string; name: string; hash?: { value: string }; recordRef?: { dataType: string; id: string } };

/** A file is found at the record that it belongs to, and downloaded byte for byte. */
export async function downloadFile(so: Walk): Promise<void> {
  const page = so.admin;
  let file: File | undefined;
  await waitFor(async () => {
    const answer = await page.request.get(`/companies/${so.companyId}/data/attachments?pageSize=100`);
    const { results = [] } = (await answer.json()) as { results?: File[] };
    file = results.find(({ hash, recordRef }) => hash && recordRef?.dataType === 'invoices');
    return file !== undefined;
  }, 60_000);
  const { name, hash, recordRef } = file ?? assert.fail('no invoice has a file');
  await page.goto(`/portal/companies/${so.companyId}/records/invoices/${encodeURIComponent(recordRef?.id ?? '')}`);
  await page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
  await checkPage(page, 'record-files', so.checks);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: `Download ${name}`, exact: true }).click();
  const saved = await download;
  assert.equal(saved.suggestedFilename(), name);
  const bytes = await readFile(await saved.path());
  assert.equal(createHash('sha256').update(bytes).digest('hex'), hash?.value, 'the file is whole');
}
