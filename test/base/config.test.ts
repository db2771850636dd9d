import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, describeConfig, readConfig } from '../../src/config/config.ts';
import { integer, optionalUrl, secret } from '../../src/config/setting.ts';
import { testSecretKeys } from '../harness.ts';

const env = { DAYBOOK_DATABASE_URL: 'postgres://me:hunter2@db:5432/daybook', DAYBOOK_SECRET_KEYS: testSecretKeys };

test('all problems are reported at once, each with its variable and an example', () => {
  const wrong = {
    DAYBOOK_SECRET_KEYS: 'k1:short',
    DAYBOOK_PORT: '99999',
    DAYBOOK_ROLE: 'boss',
    DAYBOOK_BASE_URL: 'ftp://x',
    DAYBOOK_TYPO: '1',
  };
  assert.throws(
    () => readConfig(wrong),
    (error) => {
      assert.ok(error instanceof ConfigError);
      assert.equal(error.problems.length, 6);
      for (const name of ['DATABASE_URL', 'SECRET_KEYS', 'PORT', 'ROLE', 'BASE_URL', 'TYPO']) {
        assert.ok(
          error.problems.some((problem) => problem.startsWith(`DAYBOOK_${name} `)),
          name,
        );
      }
      return true;
    },
  );
});

test('the base URL defaults to the port, and a trailing slash is removed', () => {
  assert.equal(readConfig({ ...env, DAYBOOK_PORT: '81' }).baseUrl, 'http://localhost:81');
  assert.equal(readConfig({ ...env, DAYBOOK_BASE_URL: 'https://api.example.com/' }).baseUrl, 'https://api.example.com');
});

test('the effective values can be printed, with secrets masked', () => {
  const text = JSON.stringify(describeConfig(readConfig(env), env));
  assert.doesNotMatch(text, /hunter2/);
  assert.ok(!text.includes(testSecretKeys.slice(5)));
  assert.match(text, /me:\*\*\*\*@db/);
  assert.match(text, /test:\*\*\*\*/);
});

test('problems never repeat a secret', () => {
  try {
    readConfig({ DAYBOOK_DATABASE_URL: 'mysql://me:hunter2@db', DAYBOOK_SECRET_KEYS: 'k1:c2VjcmV0' });
    assert.fail('must throw');
  } catch (error) {
    assert.doesNotMatch(String(error), /hunter2|c2VjcmV0/);
  }
});

test('A-28: a pooler without the direct URL is rejected at start', () => {
  const pooled = { ...env, DAYBOOK_DATABASE_POOLER: 'true' };
  assert.throws(() => readConfig(pooled), /DAYBOOK_DIRECT_DATABASE_URL is missing/);
  const direct = 'postgres://me:hunter2@db:5433/daybook';
  assert.equal(readConfig({ ...pooled, DAYBOOK_DIRECT_DATABASE_URL: direct }).directDatabaseUrl, direct);
});

test('a connector brings settings of its own, which are parsed, reported, masked and printed like all others', () => {
  const facts = { example: 'x', help: 'For a test.' };
  const settings = {
    acme: {
      url: optionalUrl({ variable: 'DAYBOOK_ACME_URL', fallback: '', ...facts }),
      secret: secret({ variable: 'DAYBOOK_ACME_SECRET', fallback: '', ...facts }),
      pages: integer({ variable: 'DAYBOOK_ACME_PAGES', fallback: 5, min: 1, max: 9, ...facts }),
    },
  };
  const connectors = { settings, selfHosted: [] };
  const acme = { ...env, DAYBOOK_ACME_URL: 'https://acme.example/', DAYBOOK_ACME_SECRET: 'hunter3' };
  assert.throws(() => readConfig(acme), /DAYBOOK_ACME_URL is not a setting of Daybook/);
  const config = readConfig(acme, connectors);
  assert.deepEqual(config.connectorSettings, {
    acme: { url: 'https://acme.example', secret: 'hunter3', pages: 5 },
  });
  assert.deepEqual(
    describeConfig(config, acme, connectors)
      .slice(-3)
      .map(({ variable, value, source }) => [variable, value, source]),
    [
      ['DAYBOOK_ACME_URL', 'https://acme.example', 'environment'],
      ['DAYBOOK_ACME_SECRET', '****', 'environment'],
      ['DAYBOOK_ACME_PAGES', '5', 'default'],
    ],
  );
  assert.throws(
    () => readConfig({ ...acme, DAYBOOK_ACME_PAGES: '10', DAYBOOK_PORT: 'x' }, connectors),
    (error) => error instanceof ConfigError && error.problems.length === 2,
  );
});
