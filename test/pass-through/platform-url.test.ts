import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/base/errors.ts';
import { platformUrl } from '../../src/pass-through/platform-url.ts';
import { evilPaths } from './evil-paths.ts';

const base = 'https://api.platform.example/v3/company/17';
const at = (path: string, query?: Record<string, string>) => platformUrl({ base, path, ...(query && { query }) });

test('P-PASS: no path leaves the base URL of the platform, in whatever encoding', () => {
  for (const path of evilPaths)
    assert.throws(
      () => at(path),
      (error) => error instanceof ApiError && error.parts.code === 'badRequest',
      `"${path}" was accepted`,
    );
});

test('P-PASS: plain paths are sent byte for byte', () => {
  for (const path of [
    '/invoice/1',
    '/Invoices',
    '/a/b/c/',
    '/x:y@z',
    "/a!$&'()*+,;=b",
    '/%C3%A9',
    '/100%25',
    '/...',
    '/a..b',
    '/.well-known',
    '/~x_-.y',
  ])
    assert.equal(at(path), base + path);
});

test('P-PASS: parameters are encoded and cannot change the path', () => {
  const url = new URL(at('/query', { query: "select * from Invoice where x='a&b#c'", 'a=b&c': '../?#' }));
  assert.equal(url.pathname, '/v3/company/17/query');
  assert.deepEqual(
    [...url.searchParams],
    [
      ['query', "select * from Invoice where x='a&b#c'"],
      ['a=b&c', '../?#'],
    ],
  );
  assert.equal(url.hash, '');
});

test('P-PASS: random paths either stay below the base or are rejected', () => {
  const parts = [
    '/',
    '//',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '\\',
    '@',
    ':',
    '?',
    '#',
    ';',
    'a',
    '%25',
    '%0d',
    ' ',
    '[',
    '2e',
    '%',
  ];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  let accepted = 0;
  for (let round = 0; round < 20_000; round++) {
    const path = `${next(4) === 0 ? '' : '/'}${Array.from({ length: 1 + next(7) }, () => parts[next(parts.length)]).join('')}`;
    let url: string;
    try {
      url = at(path);
    } catch (error) {
      assert.ok(error instanceof ApiError, `${path}: ${error}`);
      continue;
    }
    accepted++;
    // What the most generous server makes of it.
    let plain = url;
    for (let times = 0; times < 6; times++)
      plain = plain.replace(/%([0-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    const seen = new URL(plain.replaceAll('\\', '/').replace(/;[^/]*/g, ''));
    assert.equal(seen.host, 'api.platform.example', path);
    assert.ok(seen.pathname.startsWith('/v3/company/17/'), `${path} becomes ${seen.pathname}`);
  }
  assert.ok(accepted > 500, `only ${accepted} paths were accepted`);
});

test('P-PASS: a base that leaves its own path is an error of the connector', () => {
  for (const wrong of ['https://x.example/v1/..', 'https://x.example/v1/./', 'https://x.example/?a', 'no URL'])
    assert.throws(() => platformUrl({ base: wrong, path: '/x' }), /not a plain URL/);
});
