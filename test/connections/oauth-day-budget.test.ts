import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimited } from '@daybook/connector-kit';
import { createProviderBudgets } from '../../src/connections/provider/provider-budget.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { useApp } from '../harness.ts';
import { oauthPlatform } from './oauth-platform.ts';

const app = useApp();

test('all processes together keep the daily limit as well as the limit per minute', async () => {
  const platform = oauthPlatform('http://127.0.0.1:1');
  const connection = { ...platform.budget.connection, perDay: 40 };
  const registry = registryOf([{ ...platform, budget: { ...platform.budget, connection } }]);
  let nowMs = Date.parse('2026-11-15T00:00:00Z');
  const clock = { now: () => new Date(nowMs), nowMs: () => nowMs };
  const two = [1, 2].map(() => createProviderBudgets({ ...app.ctx, registry, clock }));
  const place = { platformKey: 'ledger', connectionId: '00000000-0000-7000-8000-000000000001' };
  let granted = 0;
  for (let minute = 0; minute < 24 * 60; minute += 10) {
    nowMs += 10 * 60_000;
    for (const budgets of two)
      for (;;) {
        const isGranted = await budgets.take(place).then(
          (done) => {
            done();
            return true;
          },
          (error) => {
            assert.ok(error instanceof RateLimited && error.retryAtMs > nowMs);
            return false;
          },
        );
        if (!isGranted) break;
        granted++;
      }
  }
  assert.ok(granted <= 40 && granted >= 30, `${granted} within a day`);
});
