import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { declarationsOf, loadListed } from '../../../src/load-config.ts';
import { root } from '../../tidy/read-source.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const [base, trial] = [read('compose.yaml'), read('compose.dev.yaml')];
/** The lines of the service "daybook". */
const serviceIn = (text: string) => /^ {2}daybook:\n(?: {3,}.*\n|\n)+/m.exec(text)?.[0] ?? '';
/** Its settings, where no file .env exists. */
const settingsIn = (text: string): [string, string][] =>
  [...serviceIn(text).matchAll(/^ {6}(DAYBOOK_\w+): (.+)$/gm)].map(([, name = '', value = '']) => [
    name,
    value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll('"', ''),
  ]);

test('the Compose files and their page name the image of this version', () => {
  const { version } = JSON.parse(read('package.json'));
  for (const text of [base, trial, read('docs/operating/containers.md')]) {
    const tags = [...text.matchAll(/localhost\/daybook:([\w.-]*\w)/g)].map(([, tag]) => tag);
    assert.deepEqual([...new Set(tags)], [version]);
  }
});

test('no other variable of the Compose files is taken for a setting of Daybook, which gets the whole file .env', () => {
  const names = [...`${base}${trial}`.matchAll(/\$\{(DAYBOOK_\w+)/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(names)], ['DAYBOOK_BASE_URL']);
});

test('Daybook accepts the settings of both Compose files and has time to stop', async () => {
  const secretKeys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
  const settings = Object.fromEntries([...settingsIn(base), ...settingsIn(trial)]);
  assert.ok(Object.keys(settings).length >= 8, `only ${Object.keys(settings)}`);
  const declared = declarationsOf(await loadListed({}));
  const config = readConfig({ DAYBOOK_SECRET_KEYS: secretKeys, ...settings }, declared);
  const grace = Number(/stop_grace_period: (\d+)s/.exec(serviceIn(base))?.[1]);
  assert.ok(grace * 1000 > config.stopTimeoutMs, `${grace} s`);
});
