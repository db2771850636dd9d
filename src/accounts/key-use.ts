import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { recordKeyUse } from './store.ts';

/** Records when each key was last used, in one write every 5 seconds instead of one write per request. */
export type KeyUse = {
  note(principal: { accountId: string; apiKeyId: string | null }): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const flushEveryMs = 5000;

export function createKeyUse(ctx: { db: Db; clock: Clock; log: Log }): KeyUse {
  let uses = new Map<string, { accountId: string; apiKeyId: string; at: Date }>();

  async function flush(): Promise<void> {
    if (uses.size === 0) return;
    const batch = [...uses.values()];
    uses = new Map();
    // A lost time of use is harmless, so an error is only logged.
    await recordKeyUse(ctx.db.system, batch).catch((error) =>
      ctx.log.warn({ err: error }, 'recording when keys were last used failed'),
    );
  }

  const timer = setInterval(flush, flushEveryMs).unref();
  return {
    note({ accountId, apiKeyId }) {
      if (apiKeyId !== null) uses.set(apiKeyId, { accountId, apiKeyId, at: ctx.clock.now() });
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
