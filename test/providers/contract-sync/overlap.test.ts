import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Connector } from '@daybook/connector-kit';
import { pullAll } from '@daybook/connector-kit/conformance';
import { minuteMs } from '../../../src/base/durations.ts';
import { tell } from '../figures.ts';
import { type ContractPlatform, openBooks } from './open-books.ts';

/** The time of a change is the beginning of its transaction, so it can be before the cursor when it becomes visible. */
const only = process.env.PROVIDERS_CONTRACT;
const platforms = (Object.keys(openBooks) as ContractPlatform[]).filter((one) => only === undefined || one === only);
const late = 12;

for (const platform of platforms) {
  const books = await openBooks[platform]({ invoices: 130, isFast: true });
  after(() => books.stop());

  async function idsSince(connector: Connector, cursor?: string) {
    const pages = await pullAll(connector, books.access, 'invoices', cursor === undefined ? {} : { cursor });
    return { cursor: pages.at(-1)?.cursor ?? '', ids: pages.flatMap(({ records }) => records.map(({ id }) => id)) };
  }

  test(`P-VENDORS: ${platform}: a change that becomes visible after a later one was read is not missed`, async () => {
    const ours = books.connector({});
    const naive = books.connector({ overlapMs: 0 });
    const began = books.nowMs();
    books.advance(2 * minuteMs);
    const [seen] = books.edit(1).keys();
    const passes = await Promise.all([ours, naive].map((connector) => idsSince(connector)));
    for (const { ids } of passes) assert.ok(ids.includes(seen ?? ''));
    const changed = [...books.editLate(late + 1, began).keys()].filter((id) => id !== seen);
    assert.equal(changed.length, late);
    const missed = async (connector: Connector, cursor: string | undefined) => {
      const { ids } = await idsSince(connector, cursor);
      return changed.filter((id) => !ids.includes(id)).length;
    };
    const missedWithOverlap = await missed(ours, passes[0]?.cursor);
    const missedWithoutOverlap = await missed(naive, passes[1]?.cursor);
    tell({ missedByPassWithOverlap: missedWithOverlap, missedWithoutOverlap });
    assert.equal(missedWithOverlap, 0);
    assert.equal(missedWithoutOverlap, late, 'without the overlap, the test sees the defect');
  });
}
