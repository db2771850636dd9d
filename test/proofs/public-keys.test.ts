import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setMaintenance } from '../../src/operations/store.ts';
import { readSigningKey, rotateKey } from '../../src/proofs/keys.ts';
import { createPublicKeys } from '../../src/proofs/show-keys.ts';
import { useTwoCells } from '../cells/two-cells.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

/** The public halves of the keys that sign proofs, for people who have no key of the API. */
const path = '/.well-known/daybook-proof-keys';
const requestsPerMinute = 8;
const app = useApp({ config: { proofs: true, openRequestsPerMinute: requestsPerMinute } });
const two = useTwoCells();

const keysOf = async (url: string) => {
  const answer = await fetch(url + path);
  assert.equal(answer.status, 200);
  return (await answer.json()) as {
    keys: { publicKey: string; retiredAt?: string; cell?: string }[];
    unreachableCells?: string[];
  };
};

test('P-PROVEN: anybody can read the public keys, retired ones too, and nothing else without a key', async () => {
  const { publicKey: first } = await readSigningKey(app.ctx);
  const { publicKey: second } = await rotateKey(app.ctx);
  const shown = await keysOf(app.url);
  assert.deepEqual(
    shown.keys.map(({ publicKey, retiredAt, cell }) => [publicKey, retiredAt !== undefined, cell]),
    [
      [second, false, undefined],
      [first, true, undefined],
    ],
  );
  assert.deepEqual(Object.keys(shown).sort(), ['algorithm', 'keys']);
  const account = await app.account();
  assert.deepEqual((await account.send('GET /proofs/keys')).body.keys, shown.keys);
  assert.equal((await fetch(`${app.url}/proofs/keys`)).status, 401);
});

test('P-PROVEN: the keys are shown during maintenance, and an address can ask only so often', async () => {
  await setMaintenance(app.ctx.db.system, { on: true, since: new Date(), message: 'x', retryAfterSeconds: 60 });
  await waitFor(async () => (await fetch(`${app.url}/proofs/keys`)).status === 503);
  await keysOf(app.url);
  const statuses: number[] = [];
  for (let n = 0; n < requestsPerMinute; n++) statuses.push((await fetch(app.url + path)).status);
  assert.equal(statuses.at(-1), 429);
});

test('P-PROVEN: a cell shows the keys of all cells, and names one that does not answer', async () => {
  const own = async (cell: typeof two.eu1) => (await readSigningKey(cell.ctx)).publicKey;
  const [eu1, eu2] = [await own(two.eu1), await own(two.eu2)];
  const shown = await keysOf(two.eu2.url);
  assert.deepEqual(
    shown.keys.map(({ publicKey, cell }) => [publicKey, cell]),
    [
      [eu2, 'eu2'],
      [eu1, 'eu1'],
    ],
  );
  assert.deepEqual(shown.unreachableCells, []);
  await two.stop('eu1');
  assert.deepEqual((await keysOf(two.eu2.url)).unreachableCells, [], 'other cells are asked only every few seconds');
  const later = await createPublicKeys(two.eu2.ctx)();
  assert.deepEqual([later.keys.map(({ publicKey }) => publicKey), later.unreachableCells], [[eu2], ['eu1']]);
});
