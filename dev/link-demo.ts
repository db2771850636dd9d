import type { SendDemo } from './send-demo.ts';

/** A demo company and its books in the sandbox. */
export type DemoBooks = { companyId: string; connectionId: string; books: string };

/** Sizes of the books, in invoices. The last company's platform no longer accepts its authorization. */
const sizes = [250, 1000, 5000, 100];

/**
 * Links the first demo companies to the sandbox, through the API like any client. Their first syncs start
 * automatically.
 */
export async function linkDemoCompanies(send: SendDemo): Promise<DemoBooks[]> {
  type Company = { companyId: string; dataConnections: { connectionId: string }[] };
  const { results } = await send<{ results: Company[] }>('GET', `/companies?pageSize=${sizes.length}`);
  const linked: DemoBooks[] = [];
  for (const [i, { companyId, dataConnections }] of results.entries()) {
    const books = `demo${i + 1}-${sizes[i]}`;
    const path = `/companies/${companyId}/connections`;
    const connectionId =
      dataConnections[0]?.connectionId ??
      (await send<DemoBooks>('POST', path, { platformKey: 'sandbox' })).connectionId;
    if (dataConnections.length === 0)
      await send('PUT', `${path}/${connectionId}/authorization`, {
        credentials: { company: books, secret: `sandbox-${books}` },
      });
    linked.push({ companyId, connectionId, books });
  }
  return linked;
}
