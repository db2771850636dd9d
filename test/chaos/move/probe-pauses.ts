import { setTimeout as sleep } from 'node:timers/promises';
import type { TestAccount } from '../../harness.ts';

const everyMs = 40;

/**
 * Changes a setting of each account every 40 ms. A pause begins with the first change that is refused because the account
 * is being moved, and ends with the next one that succeeds. Returns the pauses in milliseconds.
 */
export function probePauses(url: string, accounts: readonly TestAccount[]): { stop(): Promise<number[]> } {
  const pauses: number[] = [];
  let isEnding = false;

  async function probe(account: TestAccount): Promise<void> {
    const headers = {
      authorization: `Basic ${Buffer.from(account.key).toString('base64')}`,
      'content-type': 'application/json',
    };
    let began: number | undefined;
    for (let n = 0; !isEnding; n++) {
      const sentAt = performance.now();
      const response = await fetch(`${url}/profile/linkSettings`, {
        ...{ method: 'PUT', headers, body: JSON.stringify({ displayName: `probe ${n}` }) },
      });
      const text = await response.text();
      if (text.includes('"accountMoving"')) began ??= sentAt;
      else if (response.status === 200 && began !== undefined) {
        pauses.push(Math.round(performance.now() - began));
        began = undefined;
      }
      await sleep(everyMs);
    }
    if (began !== undefined) pauses.push(Math.round(performance.now() - began));
  }

  const running = Promise.all(accounts.map(probe));
  return {
    async stop() {
      isEnding = true;
      await running;
      return pauses;
    },
  };
}
