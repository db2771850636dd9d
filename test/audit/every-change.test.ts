import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKeptByServer } from '../../src/audit/record-change.ts';
import type { Route } from '../../src/http/route.ts';
import { apiRoutes } from '../../src/routes.ts';
import { readSource } from '../tidy/read-source.ts';

const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
const names = (some: readonly Route[]) => some.map((route) => route.operationId).sort();

/**
 * Changes that the server does not record automatically: each writes entries of its own under the given name, or says
 * why it writes none.
 */
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
  createLinkUpload: 'createLinkUpload',
  confirmLinkUpload: 'confirmLinkUpload',
  switchCell: 'switchCell',
  setNoticeChoice: 'setNoticeChoice',
  muteNotices: 'muteNotices',
  passThrough: 'passThrough',
};
const withoutRows: Record<string, string> = {
  previewLinkUpload: 'stores nothing',
  proveSession: 'only stores when the password was confirmed; rejected attempts are in the log',
  requestPasswordReset:
    'changes nothing yet, and anyone can ask; the log records it, and the audit log the new password',
  receiveNotification: 'a platform reports a change; the sync that follows has a history of its own',
  receiveAccountNotification: 'the same, for the application of one account',
};

test('every operation that changes something is audited, or says why it is not', () => {
  const changes = routes.filter((route) => route.method !== 'GET');
  const others = changes.filter((route) => !isKeptByServer(route) && route.access !== 'operator');
  assert.deepEqual(names(others), [...Object.keys(ownRows), ...Object.keys(withoutRows)].sort());
  for (const { operationId } of changes.filter((route) => route.access === 'operator'))
    ownRows[operationId] ??= operationId;
  // It is a GET because a platform redirects a browser there.
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

test('only these operations are reserved for people or open to everyone', () => {
  assert.deepEqual(names(routes.filter((route) => route.access === 'session')), sessionOnly.sort());
  assert.deepEqual(names(routes.filter((route) => route.access === 'open')), open.sort());
});

/** What the contract reserves for people. Adding one here takes it away from programs, so it needs a reason. */
const sessionOnly = [
  // About the person.
  'getSession',
  'changeSession',
  'signOut',
  'changePassword',
  'proveSession',
  'getAccountsElsewhere',
  'switchCell',
  'changePerson',
  'startTotp',
  'confirmTotp',
  'removeTotp',
  'listSessions',
  'endSession',
  // What people are told is their own choice, and chat addresses are part of it.
  'getNoticeChoices',
  'setNoticeChoice',
  'getNotices',
  'getNoticeChats',
  'createNoticeChat',
  'changeNoticeChat',
  'deleteNoticeChat',
  // The team and the audit log: a key must not be able to make itself a person.
  'listMembers',
  'listRequests',
  'getTeamSettings',
  'changeTeamSettings',
  'changeMember',
  'removeMember',
  'listInvitations',
  'inviteMember',
  'cancelInvitation',
  'listAudit',
  // From the requirement: the API cannot set it in the newer webhooks (R-PROFILE-03).
  'setConsumerAuthorization',
  'setConsumerOauth',
  'removeConsumerAuthorization',
  // From the requirement: the migration is requested in the portal (R-VER-13).
  'getMigration',
  'getMigrationRehearsal',
  'declareRuleIdUnused',
  'requestMigration',
];

/** What anyone can call, without a key or a session. */
const open = [
  'getSignInMethods',
  'signIn',
  'requestPasswordReset',
  'getInvitation',
  'acceptInvitation',
  // For whoever has the message with the mute link.
  'getNoticeMute',
  'muteNotices',
  // For whoever has a bundle.
  'getPublicProofKeys',
  // For the owner of a company, who has a link and nothing else.
  'getLink',
  'getLinkProgress',
  'linkPlatform',
  'unlinkPlatform',
  'createLinkUpload',
  'previewLinkUpload',
  'confirmLinkUpload',
  // The URL to which a platform redirects the browser.
  'finishAuthorization',
  // Notifications from platforms, which carry a signature of their own.
  'receiveNotification',
  'receiveAccountNotification',
];
