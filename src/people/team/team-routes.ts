import { updateAccount } from '../../accounts/store.ts';
import type { Tx } from '../../db/db.ts';
import { type Route, route } from '../../http/route.ts';
import { readPage } from '../../lists/page/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import type { PeopleContext } from '../people-context.ts';
import { invitationMissing, lastAdministrator, memberMissing } from '../refusals.ts';
import { personIn } from '../sessions/session-routes.ts';
import { InvitationParams, MemberChange, NewInvitation, PersonParams, TeamSettings } from '../wire.ts';
import { inviteMember, limitInvitation } from './invite-member.ts';
import {
  deleteInvitation,
  deleteMember,
  Invitation,
  invitationList,
  lockTeam,
  MadeInvitation,
  Member,
  memberList,
  readMember,
  readTeamSettings,
  setRole,
} from './team-store.ts';

/** Routes for the members of the account and for pending invitations. */
export function teamRoutes(ctx: PeopleContext): Route[] {
  const tag = 'Team';
  const common = { tag, scope: 'read', access: 'session' } as const;

  return [
    route({
      method: 'GET',
      path: '/team',
      operationId: 'listMembers',
      summary: 'List the members of the account',
      ...common,
      query: ListQuery,
      answers: { 200: { description: 'A page of members', schema: Page(Member, 'A page of members') } },
      async read(call) {
        const { accountId } = call.principal;
        return { json: (await readPage(ctx, memberList(accountId), { ...call, accountId })).body };
      },
    }),
    route({
      method: 'GET',
      path: '/team/settings',
      operationId: 'getTeamSettings',
      summary: 'Get the team settings',
      ...common,
      answers: { 200: { description: 'The settings', schema: TeamSettings } },
      read: ({ principal }) =>
        ctx.db.transaction(principal.accountId, async (tx) => ({ body: await readTeamSettings(tx) }), {
          isReadOnly: true,
        }),
    }),
    route({
      method: 'PUT',
      path: '/team/settings',
      operationId: 'changeTeamSettings',
      summary: 'Change the team settings',
      description:
        'If a second factor is required, members without one must set it up before they can do anything else in the account.',
      ...common,
      role: 'administrator',
      sensitive: { told: 'The team settings of an account were changed' },
      body: TeamSettings,
      answers: { 200: { description: 'The settings', schema: TeamSettings } },
      async write(tx, { body }) {
        await updateAccount(tx, { second_factor_required: body.secondFactorRequired });
        return { body, afterCommit: ctx.sessions.forget };
      },
    }),
    route({
      method: 'PATCH',
      path: '/team/{personId}',
      operationId: 'changeMember',
      summary: "Change a member's role",
      description: 'Takes effect within a second. The last administrator must keep that role.',
      ...common,
      role: 'administrator',
      sensitive: { told: 'The role of a member was changed' },
      params: PersonParams,
      body: MemberChange,
      answers: { 200: { description: 'The member', schema: Member } },
      refusals: [404, 409],
      async write(tx, { params: { personId }, body: { role } }) {
        await requireOther(tx, personId, { isAdministratorStill: role === 'administrator' });
        const before = await memberNow(tx, personId);
        await setRole(tx, { personId, role });
        const json = await readMember(tx, personId);
        if (json === undefined) throw memberMissing();
        return { json, before, afterCommit: ctx.sessions.forget };
      },
    }),
    route({
      method: 'DELETE',
      path: '/team/{personId}',
      operationId: 'removeMember',
      summary: 'Remove a member from the account',
      description: 'The sessions of the person lose access to the account within a second.',
      ...common,
      role: 'administrator',
      params: PersonParams,
      answers: { 204: { description: 'Removed' } },
      refusals: [404, 409],
      async write(tx, { params: { personId } }) {
        await requireOther(tx, personId, { isAdministratorStill: false });
        const before = await memberNow(tx, personId);
        await deleteMember(tx, personId);
        return { status: 204, before, afterCommit: ctx.sessions.forget };
      },
    }),
    route({
      method: 'GET',
      path: '/team/invitations',
      operationId: 'listInvitations',
      summary: 'List pending invitations',
      ...common,
      query: ListQuery,
      answers: { 200: { description: 'A page of invitations', schema: Page(Invitation, 'A page of invitations') } },
      async read(call) {
        const { accountId } = call.principal;
        const list = invitationList({ accountId, now: ctx.clock.now() });
        return { json: (await readPage(ctx, list, { ...call, accountId })).body };
      },
    }),
    route({
      method: 'POST',
      path: '/team/invitations',
      operationId: 'inviteMember',
      summary: 'Invite a person to the account',
      description:
        'Sends an e-mail with a link that works once and expires after 7 days. A new invitation replaces a pending invitation to the same address.',
      ...common,
      role: 'administrator',
      body: NewInvitation,
      answers: { 201: { description: 'The invitation', schema: MadeInvitation } },
      refusals: [409],
      prepare: ({ principal: { accountId }, body: { email } }) => limitInvitation(ctx, { accountId, email }),
      async write(tx, call) {
        const { name } = personIn(call);
        const { invitation, mail } = await inviteMember(ctx, tx, { ...call.body, invitedBy: name });
        return { status: 201, body: invitation, later: async () => ({ status: 201, body: await mail() }) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/team/invitations/{invitationId}',
      operationId: 'cancelInvitation',
      summary: 'Cancel an invitation',
      ...common,
      role: 'administrator',
      params: InvitationParams,
      answers: { 204: { description: 'Cancelled' } },
      refusals: [404],
      async write(tx, { params }) {
        const before = await deleteInvitation(tx, params.invitationId);
        if (!before) throw invitationMissing();
        return { status: 204, before };
      },
    }),
  ];
}

async function memberNow(tx: Tx, personId: string): Promise<object> {
  const json = await readMember(tx, personId);
  if (json === undefined) throw memberMissing();
  return JSON.parse(json);
}

/** Throws an error if the account would be left without an administrator, because only the operator could fix that. */
async function requireOther(
  tx: Tx,
  personId: string,
  { isAdministratorStill }: { isAdministratorStill: boolean },
): Promise<void> {
  const team = await lockTeam(tx);
  if (!team.some((member) => member.person_id === personId)) throw memberMissing();
  const others = team.filter((member) => member.role === 'administrator' && member.person_id !== personId);
  const wasOne = team.some((member) => member.person_id === personId && member.role === 'administrator');
  if (wasOne && !isAdministratorStill && others.length === 0) throw lastAdministrator();
}
