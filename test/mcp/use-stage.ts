import { after, before } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { type TestApp, useApp } from '../harness.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { buildStage, type Stage } from './stage.ts';

/** The stage in a Daybook of this process, for the tests of a file. */
export async function useStage(config: object = {}): Promise<{ app: TestApp; stage: () => Stage }> {
  const sandbox = await startSandbox();
  const receiver = await startReceiver();
  const app = useApp({ config: { sandboxUrl: sandbox.url, ...config } });
  after(() => Promise.all([sandbox.stop(), receiver.stop()]));
  let built: Stage | undefined;
  before(async () => {
    const account = await app.account();
    built = await buildStage({
      ...{ url: app.url, sandboxUrl: sandbox.url, account, receiver },
      key: async (options) => (await app.key(account.accountId, options)).secret,
      sql: async (text, values) => (await app.ctx.db.pool.query(text, values)).rows,
    });
  });
  return {
    app,
    stage() {
      if (!built) throw new Error('The stage is available only inside tests.');
      return built;
    },
  };
}
