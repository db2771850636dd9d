import { createLog } from '../src/base/log.ts';
import type { Config } from '../src/config/config.ts';
import { type Context, openContext } from '../src/context.ts';
import { startCell } from './start-cell.ts';

type Given = Parameters<typeof startCell>[0] & { config?: Partial<Config> };

/** PostgreSQL, the sandbox, and a context of this process in which syncs are run and measured. */
export async function openSandboxCell({ config, ...given }: Given = {}) {
  const cell = await startCell(given);
  const { url } = await cell.sandbox();
  const own = { connectorSettings: { sandbox: { url } }, databasePoolSize: 10, requestTimeoutMs: 600_000 };
  const log = createLog({ level: 'error', destination: process.stderr });
  const ctx: Context = await openContext({ ...cell.base.config, ...own, ...config }, { log });
  return {
    ctx,
    /** Changes invoices of a company of the sandbox. */
    async change(company: string, update: number): Promise<void> {
      const answer = await fetch(`${url}/control/companies/${company}/changes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'invoices', update }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async close(): Promise<void> {
      await ctx.dispose();
      await cell.stop();
    },
  };
}
