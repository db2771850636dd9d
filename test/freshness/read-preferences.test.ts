import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPreferences } from '../../src/data/freshness/read-preferences.ts';

/** The header `Prefer` of a read, without a server. */
const read = (header: string) => {
  const { maxAgeSeconds, waitSeconds } = readPreferences(header) ?? { maxAgeSeconds: -1, waitSeconds: -1 };
  return [maxAgeSeconds, waitSeconds];
};

test('P-FRESH: the header Prefer is read as RFC 7240 writes it; other preferences are ignored, the first of each counts', () => {
  assert.deepEqual(read('max-age=3600'), [3600, 0]);
  assert.deepEqual(read('max-age=60, wait=10'), [60, 10]);
  assert.deepEqual(read('wait=10'), [0, 10]);
  assert.deepEqual(read('Max-Age = "60" ; foo=1 ,wait=900'), [60, 30]);
  assert.deepEqual(read('respond-async, max-age=5, max-age=9'), [5, 0]);
  for (const header of ['', 'respond-async', 'return=minimal; wait=5', 'xwait=1', 'max-ages=4'])
    assert.equal(readPreferences(header), undefined, header);
  assert.equal(readPreferences(undefined), undefined);
});

test('P-FRESH: a value that is no whole number of seconds is refused with the way to write it', () => {
  for (const header of ['max-age', 'max-age=', 'max-age=soon', 'max-age=-1', 'max-age=1.5', 'wait=10s', 'wait=1e3'])
    assert.throws(() => readPreferences(header), /such as (max-age=3600|wait=10), not/, header);
});
