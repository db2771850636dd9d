import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOutcome, readState, wayBack } from '../../portal/src/link/way-back.ts';

test('the outcome leaves the address once it is told, the state of the client stays in it', () => {
  assert.deepEqual(readOutcome('?outcome=linked&platform=xero&state=a%26b%3Dc+d'), {
    outcome: 'linked',
    platform: 'xero',
    rest: '?state=a%26b%3Dc+d',
  });
  assert.equal(readOutcome('?outcome=denied&platform=xero')?.rest, '');
  assert.equal(readOutcome('?state=abc'), undefined);
  assert.equal(readOutcome(''), undefined);
});

test('the state is read as the client gave it; none, or an empty one, is none', () => {
  assert.equal(readState('?state=a%26b%3Dc+d&outcome=linked'), 'a&b=c d');
  assert.equal(readState('?state='), undefined);
  assert.equal(readState('?platform=xero'), undefined);
});

test("the way back is the account's own URL whatever the address says, with status and state", () => {
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
