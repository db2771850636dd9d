import Type, { type Static } from 'typebox';
import { roles } from '../http/principal.ts';
import { passwordLength } from './password.ts';

const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const RoleName = Type.Enum([...roles], {
  description:
    '`viewer`: looks. `developer`: also changes. `administrator`: also API keys, the team, the audit trail and the migration. Each includes those before it. New values may appear.',
});
const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' });
const PersonName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
/** Its length is checked with a message of its own where it is set. */
const GivenPassword = Type.String({ minLength: 1, maxLength: 1000 });
const NewPassword = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: `${passwordLength.min} to ${passwordLength.max} characters; none of the commonest, and not the e-mail.`,
});
const Code = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'Six digits of the authenticator app, or a recovery code.',
});

export const SignInMethods = Type.Object(
  {
    password: Type.Boolean(),
    singleSignOn: Type.Array(
      Type.Object({
        name: Type.String(),
        startUrl: Type.String({ description: 'Where a browser goes to sign in there; it comes back signed in.' }),
      }),
    ),
    mail: Type.Boolean({ description: 'Whether the service can send e-mails: links for a forgotten password.' }),
    hasPeople: Type.Boolean({
      description: 'False where nobody can sign in yet: the operator makes the first person.',
    }),
  },
  { title: 'SignInMethods' },
);

export const SignIn = Type.Object(
  { email: Email, password: GivenPassword, code: Type.Optional(Code) },
  { additionalProperties: false, title: 'SignIn' },
);

export const SignedInPerson = Type.Object(
  {
    personId: uuid,
    email: Type.String(),
    name: Type.String(),
    hasTotp: Type.Boolean({ description: 'Whether codes of an authenticator app are in use.' }),
    hasPassword: Type.Boolean(),
    isOperator: Type.Boolean(),
    needsSecondFactor: Type.Boolean({
      description:
        'They must set up codes before anything else: an operator, or a member of an account that demands it. Until then every operation that is not about themselves answers 403 `secondFactorRequired`.',
    }),
  },
  { title: 'SignedInPerson' },
);

export const Session = Type.Object(
  {
    person: SignedInPerson,
    account: Type.Optional(
      Type.Object(
        {
          accountId: uuid,
          name: Type.String(),
          plan: Type.String(),
          role: RoleName,
          webhookGeneration: Type.Enum(['older', 'newer']),
        },
        { description: 'The account that the session is in. Absent where it is in none.' },
      ),
    ),
    accounts: Type.Array(Type.Object({ accountId: uuid, name: Type.String(), role: RoleName }), {
      description: 'All that the person belongs to.',
    }),
    expires: Type.String({ format: 'date-time', description: 'Unless something is done before.' }),
    version: Type.String({ description: 'Of the service.' }),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;

export const SessionChange = Type.Object({ accountId: uuid }, { additionalProperties: false, title: 'SessionChange' });

export const PasswordResetRequest = Type.Object(
  { email: Email },
  { additionalProperties: false, title: 'PasswordResetRequest' },
);

export const LinkParams = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });

export const OpenedLink = Type.Object(
  {
    email: Type.String(),
    kind: Type.Enum(['invitation', 'reset']),
    accountName: Type.Optional(Type.String()),
    role: Type.Optional(RoleName),
    expires: time,
    isKnown: Type.Boolean({
      description: 'An invitation of somebody who has a password already: they accept with that one.',
    }),
    needsCode: Type.Boolean({ description: 'A code of the authenticator app is needed too.' }),
  },
  { title: 'OpenedLink' },
);

export const LinkAcceptance = Type.Object(
  { password: NewPassword, name: Type.Optional(PersonName), code: Type.Optional(Code) },
  { additionalProperties: false, title: 'LinkAcceptance' },
);

export const SessionProof = Type.Object(
  { password: GivenPassword, code: Type.Optional(Code) },
  { additionalProperties: false, title: 'SessionProof' },
);

export const TeamSettings = Type.Object(
  {
    secondFactorRequired: Type.Boolean({
      description: 'Members use codes of an authenticator app, or single sign-on.',
    }),
  },
  { additionalProperties: false, title: 'TeamSettings' },
);

export const PasswordChange = Type.Object(
  { current: GivenPassword, password: NewPassword },
  { additionalProperties: false, title: 'PasswordChange' },
);

export const PersonChange = Type.Object({ name: PersonName }, { additionalProperties: false, title: 'PersonChange' });

export const TotpSetup = Type.Object(
  {
    secret: Type.String({ description: 'In base32, to be typed in.' }),
    uri: Type.String({ description: 'The same as `otpauth://…`, for a QR code.' }),
  },
  { title: 'TotpSetup' },
);
export const TotpCode = Type.Object({ code: Code }, { additionalProperties: false, title: 'TotpCode' });
export const TotpCodeQuery = Type.Object({ code: Code }, { additionalProperties: false });
export const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), {
      description: 'Each signs in once in the place of a code. They are shown this once.',
    }),
  },
  { title: 'RecoveryCodes' },
);

export const SessionEntry = Type.Object(
  {
    sessionId: uuid,
    created: time,
    lastSeen: Type.String({ format: 'date-time', description: 'Up to a minute behind.' }),
    address: Type.String(),
    userAgent: Type.String(),
    isThis: Type.Boolean({ description: 'The session that asks.' }),
  },
  { title: 'SessionEntry' },
);
export const SessionParams = Type.Object({ sessionId: uuid });

export const Member = Type.Object(
  {
    personId: uuid,
    email: Type.String(),
    name: Type.String(),
    role: RoleName,
    hasTotp: Type.Boolean(),
    joined: time,
    lastSeen: Type.Optional(Type.String({ format: 'date-time', description: 'Up to a minute behind.' })),
  },
  { title: 'Member' },
);
export const MemberChange = Type.Object({ role: RoleName }, { additionalProperties: false, title: 'MemberChange' });
export const PersonParams = Type.Object({ personId: uuid });

const invitationFields = {
  invitationId: uuid,
  email: Type.String(),
  role: RoleName,
  invitedBy: Type.String(),
  isMailed: Type.Boolean({ description: 'Whether the link was sent to the address.' }),
  created: time,
  expires: time,
};
export const Invitation = Type.Object(invitationFields, { title: 'Invitation' });
export const MadeInvitation = Type.Object(
  {
    ...invitationFields,
    link: Type.Optional(
      Type.String({
        description: 'To be handed over; only where the service has no mail server. It is shown this once.',
      }),
    ),
  },
  { title: 'MadeInvitation' },
);
export const NewInvitation = Type.Object(
  { email: Email, role: RoleName },
  { additionalProperties: false, title: 'NewInvitation' },
);
export const InvitationParams = Type.Object({ invitationId: uuid });
