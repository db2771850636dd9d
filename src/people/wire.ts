import Type, { type Static } from 'typebox';
import { roles } from '../http/access/principal.ts';
import { passwordLength } from './sign-in/password.ts';

const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const RoleName = Type.Enum([...roles], {
  description:
    '`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API keys, the team, the audit log and the migration. Each role includes the previous ones. New values may appear.',
});
const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' });
const PersonName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
/** The length of a new password is checked where it is set, with a clearer message. */
const GivenPassword = Type.String({ minLength: 1, maxLength: 1000 });
const NewPassword = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: `${passwordLength.min} to ${passwordLength.max} characters; not a common password and not the e-mail address.`,
});
const Code = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'Six digits from the authenticator app, or a recovery code.',
});

export const SignInMethods = Type.Object(
  {
    password: Type.Boolean(),
    singleSignOn: Type.Array(
      Type.Object({
        name: Type.String(),
        startUrl: Type.String({ description: 'Where the browser goes to sign in. It is redirected back signed in.' }),
      }),
    ),
    mail: Type.Boolean({ description: 'Whether the service can send e-mails, such as password reset links.' }),
    hasPeople: Type.Boolean({
      description: 'False if there are no people yet: the operator creates the first one.',
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
    hasTotp: Type.Boolean({ description: 'Whether an authenticator app is set up.' }),
    hasPassword: Type.Boolean(),
    isOperator: Type.Boolean(),
    needsSecondFactor: Type.Boolean({
      description:
        'The person must set up an authenticator app first: they are an operator, or a member of an account that requires it. Until then, every operation that is not about the person returns 403 `secondFactorRequired`.',
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
        { description: 'The account of the session. Absent if the session is in no account.' },
      ),
    ),
    accounts: Type.Array(Type.Object({ accountId: uuid, name: Type.String(), role: RoleName }), {
      description: 'All accounts that the person belongs to.',
    }),
    expires: Type.String({ format: 'date-time', description: 'When the session expires if no more requests arrive.' }),
    version: Type.String({ description: 'Version of the service.' }),
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
      description: 'Whether the person already has a password. They then accept an invitation with it.',
    }),
    needsCode: Type.Boolean({ description: 'Whether a code from the authenticator app is also needed.' }),
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
      description: 'Whether members must use an authenticator app or single sign-on.',
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
    secret: Type.String({ description: 'In base32, for typing in.' }),
    uri: Type.String({ description: 'The same secret as an `otpauth://…` URI, for a QR code.' }),
  },
  { title: 'TotpSetup' },
);
export const TotpCode = Type.Object({ code: Code }, { additionalProperties: false, title: 'TotpCode' });
export const TotpCodeQuery = Type.Object({ code: Code }, { additionalProperties: false });
export const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), {
      description: 'Each can be used once instead of a code. They are not shown again.',
    }),
  },
  { title: 'RecoveryCodes' },
);

export const SessionEntry = Type.Object(
  {
    sessionId: uuid,
    created: time,
    lastSeen: Type.String({ format: 'date-time', description: 'May be up to a minute old.' }),
    address: Type.String(),
    userAgent: Type.String(),
    isThis: Type.Boolean({ description: 'Whether this session sent the request.' }),
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
    lastSeen: Type.Optional(Type.String({ format: 'date-time', description: 'May be up to a minute old.' })),
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
  isMailed: Type.Boolean({ description: 'Whether the link was mailed to the address.' }),
  created: time,
  expires: time,
};
export const Invitation = Type.Object(invitationFields, { title: 'Invitation' });
export const MadeInvitation = Type.Object(
  {
    ...invitationFields,
    link: Type.Optional(
      Type.String({
        description: 'Pass it on to the person. Present only if the service has no mail server. It is not shown again.',
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
