import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '../../src/base/durations.ts';
import { forgetLinks } from '../../src/people/team/forget-links.ts';
import { blocksRead } from '../blocks-read.ts';
import { useApp } from '../harness.ts';

const app = useApp({ config: { role: 'api' } });

test('housekeeping deletes expired sessions without reading all sessions', async () => {
  const { pool } = app.ctx.db;
  await pool.query(`insert into person (person_id, email, name, created_at)
    select gen_random_uuid(), 'p' || n || '@example.com', 'P', now() from generate_series(1, 5000) n`);
  await pool.query(`insert into session (session_id, token_hash, person_id, created_at, last_seen_at, address, user_agent)
    select gen_random_uuid(), sha256(email::bytea), person_id, now(), now(), '', '' from person`);
  const { seen } = app.ctx.sessions.liveSince();
  await pool.query(`update session set last_seen_at = $1 where ctid in (select ctid from session limit 2)`, [
    new Date(seen.getTime() - hourMs),
  ]);
  await pool.query('vacuum (analyze) session');
  const blocks = await blocksRead(app.ctx.db, ['session'], (tx) =>
    forgetLinks({ ...app.ctx, db: { ...app.ctx.db, people: tx } }),
  );
  assert.ok(blocks < 30, `${blocks} blocks`);
  assert.equal((await pool.query('select count(*)::int as n from session')).rows[0].n, 4998);
});
