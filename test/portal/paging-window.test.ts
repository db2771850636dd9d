import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  farPages,
  neededPages,
  pageOf,
  requestFor,
  scrollRatio,
} from '../../portal/src/pages/company/browse/paging-window.ts';

const million = 1_000_000;

test('visible pages are loaded, and the next one shortly before it becomes visible', () => {
  assert.deepEqual(neededPages({ first: 0, last: 20 }, million), [1]);
  assert.deepEqual(neededPages({ first: 60, last: 85 }, million), [1, 2]);
  assert.deepEqual(neededPages({ first: 999_970, last: 999_999 }, million), [10_000]);
  assert.deepEqual(neededPages({ first: 0, last: 0 }, 1), [1]);
  assert.deepEqual(neededPages({ first: 0, last: 10 }, 0), []);
  assert.deepEqual([pageOf(0), pageOf(99), pageOf(100)], [1, 1, 2]);
});

test('pages far from the visible rows are dropped, and adjacent pages are kept', () => {
  assert.deepEqual(farPages([1, 2, 3, 9_996, 9_997, 10_000], [10_000]), [1, 2, 3, 9_996]);
  assert.deepEqual(farPages([1, 2], []), []);
});

test('an adjacent page is requested by cursor, and a distant page by number', () => {
  const held = new Map([[5, { next: 'after-5', previous: 'before-5' }]]);
  assert.deepEqual(requestFor(6, held), { page: 6, cursor: 'after-5' });
  assert.deepEqual(requestFor(4, held), { page: 4, cursor: 'before-5' });
  assert.deepEqual(requestFor(9_000, held), { page: 9_000 });
});

test('the scrollbar reaches the last row of any list, and no list is taller than browsers can draw', () => {
  const short = scrollRatio({ listHeight: 3_400, viewHeight: 500 });
  assert.deepEqual(short, { drawn: 3_400, ratio: 1 });
  const listHeight = 34 * million;
  const long = scrollRatio({ listHeight, viewHeight: 500 });
  assert.ok(long.drawn <= 15_000_000);
  assert.equal(Math.round((long.drawn - 500) * long.ratio), listHeight - 500);
});
