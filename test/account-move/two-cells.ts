import { type MoveReport, moveAccount } from '../../src/account-move/move-account.ts';
import { openSides } from '../../src/account-move/side.ts';
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
  const cells = ['a', 'b'].map((name) => ({ name, url: `http://${name}.test` }));
  const [a, b] = await Promise.all([
    openApp({ ...options, config: { ...options.config, cells, cell: 'a', secretKeys: keysOf(1) } }),
    openApp({ ...options, config: { ...options.config, cells, cell: 'b', secretKeys: keysOf(2) } }),
  ]);
  return {
    a: a.app,
    b: b.app,
    async move(accountId, { isBack = false } = {}) {
      const [from, to] = isBack ? [b.app, a.app] : [a.app, b.app];
      const sideOf = ({ ctx: { config }, databaseUrl, url }: TestApp) => ({
        ...{ cell: config.cell, databaseUrl, url, sealer: createSealer(config.secretKeys) },
      });
      const sides = await openSides(sideOf(from), sideOf(to));
      const [left, right] = sides;
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
