import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endClaim, handBack, newLane, startClaim, takeDelivery, takeLock } from '../../src/webhooks/lanes/lane.ts';
import type { LaneConnection, Statement } from '../../src/webhooks/lanes/store/lane-connection.ts';
import { type ClaimedDelivery, claimDue } from '../../src/webhooks/lanes/store/lane-store.ts';

/** The order in which a lane sends its deliveries. lanes.model.test.ts checks it together with everything else. */
const claimed = (...ids: string[]) => ({
  deliveries: ids.map((messageId) => ({ messageId }) as ClaimedDelivery),
  orphans: [],
  last: { dueAt: '2026-01-01 00:00:00+00', messageId: ids.at(-1) ?? '' },
});

test('deliveries that are handed back during a claim are not overtaken by what the claim returns', () => {
  const lane = newLane(1);
  const take = { limit: 2, isSlow: false };
  lane.phase = 'locking';
  takeLock(lane);
  startClaim(lane, { at: 0, headEveryMs: 1000 });
  endClaim(lane, claimed('a', 'b'), take);
  assert.equal(takeDelivery(lane)?.messageId, 'a');
  lane.phase = 'claiming';
  assert.equal(startClaim(lane, { at: 1, headEveryMs: 1000 }).after?.messageId, 'b');
  handBack(lane);
  endClaim(lane, claimed('c', 'd'), take);
  assert.equal(takeDelivery(lane), undefined, 'nothing after b is sent');
  assert.ok(lane.hasMore);
  lane.phase = 'claiming';
  assert.equal(startClaim(lane, { at: 2, headEveryMs: 1000 }).after, undefined, 'the next claim starts at b');
  endClaim(lane, claimed('b', 'c'), take);
  assert.equal(takeDelivery(lane)?.messageId, 'b');
});

test('messages that are older than 48 hours keep their place among the claimed deliveries', async () => {
  const row = { lane: '1', is_enabled: 't', due_at: '2026-01-01 00:00:00+00', attempts: '0', cause: 'e' };
  const [old, young] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
  const answers: Record<string, object[]> = {
    lane_claim: [
      { ...row, message_id: old, body: null },
      { ...row, message_id: young, body: 'young' },
    ],
    lane_old_bodies: [{ message_id: old, body: 'old', trace: null }],
  };
  const connection = { query: async ({ name }: Statement) => answers[name] } as unknown as LaneConnection;
  const claims = [{ lane: 1, limit: 10, held: [], after: undefined, knownVersion: undefined }];
  const [lane] = await claimDue(connection, { claims, nowMs: Date.UTC(2026, 0, 5) });
  assert.deepEqual(
    lane?.deliveries.map(({ body }) => body),
    ['old', 'young'],
  );
});
