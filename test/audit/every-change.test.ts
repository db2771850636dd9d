import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKeptByServer } from '../../src/audit/record-change.ts';
import type { Route } from '../../src/http/route.ts';
import { apiRoutes } from '../../src/routes.ts';
import { readSource } from '../tidy/read-source.ts';

const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
const names = (some: readonly Route[]) => some.map((route) => route.operationId).sort();

/** Changes that the server does not keep by itself: each writes rows of its own (under that name), or says why it writes none. */
const ownRows: Record<string, string> = {
  signIn: 'signIn',
  changeSession: 'operatorEntered',
  signOut: 'signOut',
  endSession: 'endSession',
  acceptInvitation: 'acceptInvitation',
  changePassword: 'changePassword',
  changePerson: 'changePerson',
  startTotp: 'startTotp',
  confirmTotp: 'confirmTotp',
  removeTotp: 'removeTotp',
  linkPlatform: 'linkPlatform',
  unlinkPlatform: 'unlinkPlatform',
};
const withoutRows: Record<string, string> = {
  proveSession: 'only when the session was proved; refused tries are in the log',
  requestPasswordReset: 'changes nothing yet, and anybody can ask: the log has a line, the trail the new password',
  receiveNotification: 'a platform tells that something has changed there: a sync looks, and has a history of its own',
  receiveAccountNotification: 'the same, for the application of one account',
};

test('every operation that changes something is in the trail, or says why it is not', () => {
  const changes = routes.filter((route) => route.method !== 'GET');
  const others = changes.filter((route) => !isKeptByServer(route) && route.access !== 'operator');
  assert.deepEqual(names(others), [...Object.keys(ownRows), ...Object.keys(withoutRows)].sort());
  for (const { operationId } of changes.filter((route) => route.access === 'operator'))
    ownRows[operationId] ??= operationId;
  // A GET, since a platform sends a browser there.
  ownRows.finishAuthorization = 'finishAuthorization';
  const source = readSource('src/**/*.ts')
    .map((file) => file.text)
    .join('\n');
  for (const [operation, written] of Object.entries(ownRows)) {
    const isWritten = new RegExp(
      `operation: .*'${written}'|inChange\\(ctx, call, '${written}'|kept\\(call, '${written}'`,
    ).test(source);
    assert.ok(isWritten, `${operation} writes rows named ${written}`);
  }
});

test('no GET changes anything', () => {
  assert.deepEqual(
    routes.filter((route) => route.method === 'GET' && route.write).map((route) => route.operationId),
    [],
  );
});

test('operations that only people have are these', () => {
  assert.deepEqual(names(routes.filter((route) => route.access === 'session')), sessionOnly.sort());
  assert.deepEqual(names(routes.filter((route) => route.access === 'open')), open.sort());
});

/** What the contract reserves to people. Whoever adds one takes it from programs: it needs a reason. */
const sessionOnly = [
  // About themselves.
  'getSession',
  'changeSession',
  'signOut',
  'changePassword',
  'proveSession',
  'changePerson',
  'startTotp',
  'confirmTotp',
  'removeTotp',
  'listSessions',
  'endSession',
  // The team and its trail: a key must not make itself a person.
  'listMembers',
  'getTeamSettings',
  'changeTeamSettings',
  'changeMember',
  'removeMember',
  'listInvitations',
  'inviteMember',
  'cancelInvitation',
  'listAudit',
  // The requirement's own: the API cannot set it in the newer webhooks (R-PROFILE-03).
  'setConsumerAuthorization',
  'removeConsumerAuthorization',
  // The requirement's own: the migration is asked for in the portal (R-VER-13).
  'getMigration',
  'getMigrationRehearsal',
  'declareRuleIdUnused',
  'requestMigration',
];

/** What anybody may ask, without key or session. */
const open = [
  'getSignInMethods',
  'signIn',
  'requestPasswordReset',
  'getInvitation',
  'acceptInvitation',
  // The owner of a company, who has a link and nothing else.
  'getLink',
  'linkPlatform',
  'unlinkPlatform',
  // Where a platform sends the browser back to.
  'finishAuthorization',
  // What platforms tell, with a signature of their own.
  'receiveNotification',
  'receiveAccountNotification',
];
