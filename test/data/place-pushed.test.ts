import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placePushed, type Standing } from '../../src/data/write/place-pushed.ts';

/** The table in place-pushed.ts: [push, readers see, the sync has written, published as, correction of its counts]. */
const none = { added: 0, updated: 0, deleted: 0, restored: 0 };
const cases: ['kept' | 'deleted', Standing, Standing, 'a' | 'u' | 'd' | undefined, Partial<typeof none>][] = [
  ['kept', 'none', 'none', 'a', {}],
  ['kept', 'none', 'there', 'a', { added: -1, updated: 1 }],
  ['kept', 'none', 'deleted', 'a', { added: -1 }],
  ['kept', 'there', 'none', 'u', {}],
  ['kept', 'there', 'there', 'u', {}],
  ['kept', 'there', 'deleted', 'u', {}],
  ['kept', 'deleted', 'none', 'u', {}],
  ['kept', 'deleted', 'there', 'u', { restored: -1 }],
  ['kept', 'deleted', 'deleted', 'u', { updated: -1, deleted: 1 }],
  ['deleted', 'none', 'none', undefined, {}],
  ['deleted', 'none', 'there', undefined, {}],
  ['deleted', 'none', 'deleted', undefined, {}],
  ['deleted', 'there', 'none', 'd', {}],
  ['deleted', 'there', 'there', 'd', { restored: 1 }],
  ['deleted', 'there', 'deleted', 'd', { updated: 1, deleted: -1 }],
  ['deleted', 'deleted', 'none', undefined, {}],
  ['deleted', 'deleted', 'there', undefined, {}],
  ['deleted', 'deleted', 'deleted', undefined, {}],
];

test('every combination of push, visible version and written version is handled, and keeps all totals exact', () => {
  assert.equal(new Set(cases.map(([push, visible, written]) => `${push} ${visible} ${written}`)).size, 2 * 3 * 3);
  for (const [push, visible, written, change, correction] of cases) {
    const placed = placePushed({ isDeleted: push === 'deleted', visible, written });
    const name = `${push}, ${visible}, ${written}`;
    assert.equal(placed?.change, change, name);
    if (!placed) continue;
    assert.deepEqual(placed.correction, { ...none, ...correction }, name);
    assert.equal(placed.isNoLongerAdded, visible === 'none' && written === 'there', name);
    if (written === 'none') continue;
    // What the sync must add to the visible totals: the record itself, and whether it is deleted.
    const left = (from: Standing) => ({
      added: from === 'none' ? 1 : 0,
      deleted: (written === 'deleted' ? 1 : 0) - (from === 'deleted' ? 1 : 0),
    });
    const { added, deleted, restored } = placed.correction;
    const [before, after] = [left(visible), left(push === 'deleted' ? 'deleted' : 'there')];
    assert.deepEqual({ added: before.added + added, deleted: before.deleted + deleted - restored }, after, name);
  }
});
