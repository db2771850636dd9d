import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeDays } from '../../src/db/day-partitions.ts';
import { useApp } from '../harness.ts';

const app = useApp();

test('a partition that another process creates at the same moment is not an error', async () => {
  const table = { name: 'request_log', tables: ['request_log'], lock: 1 };
  const taken = { ...table, make: () => sql`do $$ begin raise duplicate_table; end $$` };
  await makeDays(app.ctx, taken, { from: 300, to: 301, isStart: true });
  const broken = { ...table, make: () => sql`do $$ begin raise undefined_table; end $$` };
  await assert.rejects(makeDays(app.ctx, broken, { from: 300, to: 300, isStart: true }), { code: '42P01' });
});
