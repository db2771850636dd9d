import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOutcome, readState, wayBack } from '../../portal/src/link/way-back.ts';

test('the outcome is removed from the URL after it is read, and the state of the client stays', () => {
  assert.deepEqual(readOutcome('?outcome=linked&platform=xero&state=a%26b%3Dc+d'), {
    outcome: 'linked',
    platform: 'xero',
    rest: '?state=a%26b%3Dc+d',
  });
  assert.equal(readOutcome('?outcome=denied&platform=xero')?.rest, '');
  assert.equal(readOutcome('?state=abc'), undefined);
  assert.equal(readOutcome(''), undefined);
});

test('the state is returned as the client sent it; a missing or empty one is undefined', () => {
  assert.equal(readState('?state=a%26b%3Dc+d&outcome=linked'), 'a&b=c d');
  assert.equal(readState('?state='), undefined);
  assert.equal(readState('?platform=xero'), undefined);
});

test("the return URL is always the account's own, with status and state added", () => {
  const returnUrl = 'https://client.example/linked?from=daybook&companyId=1';
  const search = '?returnUrl=https://evil.example&companyId=2&status=x&state=https://evil.example';
  const back = new URL(wayBack(returnUrl, search) ?? '');
  assert.equal(`${back.origin}${back.pathname}`, 'https://client.example/linked');
  assert.deepEqual(Object.fromEntries(back.searchParams), {
    from: 'daybook',
    companyId: '1',
    status: 'linked',
    state: 'https://evil.example',
  });
  assert.equal(wayBack(returnUrl, ''), `${returnUrl}&status=linked`);
  assert.equal(wayBack(undefined, search), undefined);
});
