import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { replayFixtures } from '@daybook/connector-kit/fixtures';
import { createFavaConnector } from '../../connectors/fava/src/fava-connector.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { startEchoPlatform } from '../pass-through/echo-platform.ts';

/** `daybook connector record` against a platform that sends every request back, with what signs it. */
const platform = await startEchoPlatform();
const folder = mkdtempSync(join(tmpdir(), 'daybook-record-'));
after(() => {
  rmSync(folder, { recursive: true });
  platform.stop();
});
const password = 'a-password-of-ann';

async function record(args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const env = {
    DAYBOOK_TEST_FAVA_URL: `${platform.url}/books`,
    DAYBOOK_TEST_FAVA_USER: 'ann',
    DAYBOOK_TEST_FAVA_PASSWORD: password,
  };
  const print = (text: string) => void out.push(text);
  const printError = (text: string) => void err.push(text);
  const code = await runCommand({ args: ['connector', 'record', ...args], env, print, printError });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

test('P-KIT: an unknown connector, data type or number of pages is refused before anything is sent', async () => {
  for (const args of [['nobody'], ['fava', '--types', 'nothing'], ['fava', '--pages', '0']])
    assert.equal((await record(args)).code, 2, args.join(' '));
  assert.equal(platform.requests.length, 0);
});

test('P-KIT: recorded fixtures contain neither the password nor the server, and the connector reads them', async () => {
  const recorded = await record(['fava', '--types', 'info', '--folder', folder, '--json']);
  assert.equal(recorded.code, 0, recorded.err);
  const { files, dataTypes } = JSON.parse(recorded.out);
  assert.equal(files.length, platform.requests.length);
  assert.deepEqual(dataTypes, [{ dataType: 'info', pages: 1, records: 1, problem: '' }]);
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  assert.ok(platform.requests[0]?.headers.authorization?.startsWith('Basic '));
  for (const secret of [password, Buffer.from(`ann:${password}`).toString('base64'), new URL(platform.url).host])
    assert.ok(!text.includes(secret), `${secret} is in a fixture`);
  const credentials = { url: 'http://localhost:1/books', user: 'ann', password: 'another one' };
  const http = await replayFixtures(folder, { credentials, secretFields: ['password'] });
  const titles = [];
  for await (const { records } of createFavaConnector().pull.info?.({ http, credentials }) ?? [])
    titles.push(...records.map(({ record: mapped }) => JSON.stringify(mapped?.())));
  assert.match(titles.join(), /Echo/);
});
