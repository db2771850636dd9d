import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { createCaller } from './deliveries.ts';
import { card } from './steps.ts';

/** The second step of a push group fails, so the first is undone. A person reads what has become of each. */
export async function readPushGroup(so: Walk): Promise<void> {
  const page = so.admin;
  const books = 'orchard-100';
  const call = await createCaller(so);
  const first = async (request: string) => ((await call(request)).results as Record<string, string>[])[0] ?? {};
  const { companyId } = await first(`GET /companies?query=${encodeURIComponent('name="Orchard Hill"')}`);
  const { connectionId } = await first(`GET /companies/${companyId}/connections`);
  await so.stage.sandbox.fault({
    match: { company: books, type: 'suppliers', method: 'POST' },
    fault: { kind: 'status', status: 403 },
  });
  const steps = [
    { key: 'customer', dataType: 'customers', operation: 'create', record: { customerName: 'Cider House' } },
    { key: 'supplier', dataType: 'suppliers', operation: 'create', record: { supplierName: 'Cooper Ltd' } },
  ];
  const { pushGroupId } = await call(`POST /companies/${companyId}/pushGroups`, {
    ...{ connectionId, onFailure: 'undo', steps },
  });
  const status = async () => (await call(`GET /companies/${companyId}/pushGroups/${pushGroupId}`)).status;
  await waitFor(async () => (await status()) === 'Undone', 60_000);

  await page.goto(`/portal/companies/${companyId}/pushes`);
  await page.getByRole('link', { name: 'supplier', exact: true }).click();
  const part = card(page, 'Steps');
  await part.getByRole('row').filter({ hasText: 'customer' }).getByText('Undone').waitFor();
  await part.getByRole('row').filter({ hasText: 'supplier' }).getByText('Failed').waitFor();
  await checkPage(page, 'push-group', so.checks);
  await page.goto(`/portal/companies/${so.companyId}/connections`);
}
