import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { NotSent, ProviderError, RateLimited, Unavailable } from '../src/provider-errors.ts';

const kit = join(import.meta.dirname, '..');
const folder = await mkdtemp(join(tmpdir(), 'daybook-kit-'));
after(() => rm(folder, { recursive: true }));

test('an error of another copy of the kit is recognised by its class, also by a superclass', async () => {
  await cp(join(kit, 'src'), join(folder, 'src'), { recursive: true });
  await symlink(join(kit, '../node_modules'), join(folder, 'node_modules'));
  const other: typeof import('../src/provider-errors.ts') = await import(join(folder, 'src/provider-errors.ts'));
  assert.notEqual(other.NotSent, NotSent);
  const error = new other.NotSent('nothing was sent');
  assert.ok(error instanceof NotSent && error instanceof Unavailable && error instanceof ProviderError);
  assert.ok(!(error instanceof RateLimited));
  assert.ok(new RateLimited('later', 5) instanceof other.RateLimited);
  for (const value of [new Error('other'), null, undefined, 'NotSent'])
    assert.ok(!((value as Error) instanceof NotSent));
  class Own extends other.Unavailable {}
  assert.ok(new Own('own') instanceof Unavailable);
  assert.ok(!(new other.Unavailable('other') instanceof Own));
});
