import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';
import { roles } from '../http/access/principal.ts';
import { time, uuid } from '../lists/wire.ts';
import { passwordLength } from './sign-in/password.ts';

export const RoleName = Type.Enum([...roles], {
  description: openValues(
    '`viewer`: can read. `developer`: can also make changes. `administrator`: can also manage API keys and the team, read the audit log, and request the webhook migration. Each role includes the permissions of the roles before it.',
  ),
});
const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' });
const PersonName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
/** `requireGoodPassword` checks the length of a new password, because its message is clearer than the schema's. */
const GivenPassword = Type.String({ minLength: 1, maxLength: 1000 });
const NewPassword = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: `${passwordLength.min} to ${passwordLength.max} characters. Must not be a common password or the e-mail address.`,
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
        startUrl: Type.String({
          description: 'URL that the browser opens to sign in. Afterwards, the browser is redirected to the portal.',
        }),
      }),
    ),
    mail: Type.Boolean({ description: 'Whether the service can send e-mails, such as password reset links.' }),
    hasPeople: Type.Boolean({
      description: 'False if no person exists yet. The operator must create the first person.',
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
        'Whether the person must set up an authenticator app, because they are an operator or because the account requires a second factor. Until the app is set up, all operations return 403 `secondFactorRequired`, except those on the session and the profile of the person.',
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
        { description: 'The account that the session works in. Absent if the session is in no account.' },
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

export const AccountsElsewhere = Type.Object(
  {
    isVerified: Type.Boolean({
      description: 'Whether your e-mail address is verified in this cell. If it is not, other cells are not asked.',
    }),
    cells: Type.Array(
      Type.Object({
        cell: Type.String({ description: 'Name of the cell.' }),
        isReachable: Type.Boolean({ description: 'False if the cell did not answer. Its accounts are then unknown.' }),
        accounts: Type.Array(Type.Object({ accountId: uuid, name: Type.String(), role: RoleName })),
      }),
    ),
  },
  { title: 'AccountsElsewhere' },
);
export const CellSwitch = Type.Object(
  { cell: Type.String({ minLength: 1, maxLength: 16 }), accountId: uuid, code: Type.Optional(Code) },
  { additionalProperties: false, title: 'CellSwitch' },
);

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
      description:
        'For an invitation: whether the person already has a password and must accept the invitation with that password. For a password reset: always true.',
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
    secret: Type.String({ description: 'The secret in base32, to type into the app.' }),
    uri: Type.String({ description: 'The same secret as an `otpauth://…` URI, for a QR code.' }),
  },
  { title: 'TotpSetup' },
);
export const TotpCode = Type.Object({ code: Code }, { additionalProperties: false, title: 'TotpCode' });
export const TotpCodeQuery = Type.Object({ code: Code }, { additionalProperties: false });
export const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), {
      description:
        'Each recovery code can be used once instead of a code from the app. Recovery codes are not shown again.',
    }),
  },
  { title: 'RecoveryCodes' },
);

export const SessionParams = Type.Object({ sessionId: uuid });

export const MemberChange = Type.Object({ role: RoleName }, { additionalProperties: false, title: 'MemberChange' });
export const PersonParams = Type.Object({ personId: uuid });

export const NewInvitation = Type.Object(
  { email: Email, role: RoleName },
  { additionalProperties: false, title: 'InvitationInput' },
);
export const InvitationParams = Type.Object({ invitationId: uuid });
