import { type MoveReport, moveAccount } from '../../src/account-move/move-account.ts';
import { openSide } from '../../src/account-move/side.ts';
import { createSealer } from '../../src/base/secrets.ts';
import type { AppOptions, TestApp } from '../harness.ts';
import { openApp } from '../harness.ts';

/** Two cells with their own databases and their own keys. */
export type TwoCells = {
  a: TestApp;
  b: TestApp;
  move(accountId: string, options?: { isBack?: boolean }): Promise<MoveReport>;
  stop(): Promise<void>;
};

export async function startTwoCells(options: AppOptions = {}): Promise<TwoCells> {
  const keysOf = (fill: number) => [{ id: `k${fill}`, key: Buffer.alloc(32, fill) }];
  const [a, b] = await Promise.all([
    openApp({ ...options, config: { ...options.config, cell: 'a', secretKeys: keysOf(1) } }),
    openApp({ ...options, config: { ...options.config, cell: 'b', secretKeys: keysOf(2) } }),
  ]);
  return {
    a: a.app,
    b: b.app,
    async move(accountId, { isBack = false } = {}) {
      const [from, to] = isBack ? [b.app, a.app] : [a.app, b.app];
      const sides = await Promise.all(
        [from, to].map(async (app) => ({
          ...(await openSide({
            cell: app.ctx.config.cell,
            databaseUrl: app.databaseUrl,
            url: app.url,
            sealer: createSealer(app.ctx.config.secretKeys),
          })),
          databaseUrl: app.databaseUrl,
        })),
      );
      const [left, right] = sides;
      if (!left || !right) throw new Error('Both cells are needed.');
      try {
        return await moveAccount({ accountId, from: left, to: right, say: () => {}, pauseSeconds: 3 });
      } finally {
        await Promise.all(sides.map(({ client }) => client.end()));
      }
    },
    async stop() {
      await Promise.all([a.stop(), b.stop()]);
    },
  };
}
