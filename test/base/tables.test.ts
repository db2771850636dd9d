import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import pg from 'pg';
import { describeTables } from '../../dev/table-types.ts';
import { serverUrl } from '../harness.ts';
import { cloneTemplate } from '../template.ts';

test('the types of the tables match the schema', async () => {
  const database = await cloneTemplate(serverUrl());
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    assert.equal(
      readFileSync('src/db/tables.gen.ts', 'utf8'),
      await describeTables(client),
      'Run "npm run tables" after a change of the schema.',
    );
  } finally {
    await client.end();
    await database.drop();
  }
});
