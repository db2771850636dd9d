import Type, { type Static } from 'typebox';
import { sealedPlace } from '../base/secrets.ts';

const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });

const emailsMax = 10;
const Notifiers = Type.Object(
  {
    webhook: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        pattern: '^\\S+$',
        description: 'Alerts are sent here by POST. Must lead to a public address and have no user name or password.',
      }),
    ),
    emails: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 254,
          pattern: "^[!#-'*+\\-/-9=?A-Z^-~.]+@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$",
        }),
        {
          maxItems: emailsMax,
          uniqueItems: true,
          description: 'Addresses that get an e-mail for each alert. The newer webhooks send no e-mail.',
        },
      ),
    ),
  },
  { additionalProperties: false, description: 'Must have a webhook or at least one e-mail address.' },
);

const type = Type.String({
  maxLength: 100,
  description: 'The event type: a full `RuleType` name. `GET /webhooks/event-types` lists them.',
});
const companyId = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'Makes the rule company-specific: it raises alerts for this company only. Absent: for all companies.',
  }),
);

export const Rule = Type.Object(
  {
    ruleId: uuid,
    type,
    companyId,
    notifiers: Type.Object({ webhook: Type.Optional(Type.String()), emails: Type.Array(Type.String()) }),
    created: time,
  },
  { title: 'Rule' },
);

export const NewRule = Type.Object(
  { type, companyId, notifiers: Notifiers },
  { additionalProperties: false, title: 'NewRule' },
);
export type NewRule = Static<typeof NewRule>;

export const RuleParams = Type.Object({ ruleId: uuid });

const AlertDelivery = Type.Object({
  kind: Type.String({ description: '`webhook` or `email`.' }),
  target: Type.String({ description: 'The URL or e-mail address that the rule had when the alert was raised.' }),
  status: Type.String({ description: '`pending`, `delivered` or `failed`.' }),
  attempts: Type.Array(
    Type.Object({
      at: time,
      statusCode: Type.Optional(
        Type.Integer({ description: 'HTTP status or, for an e-mail, SMTP reply code. Absent without a response.' }),
      ),
      error: Type.Optional(Type.String()),
    }),
  ),
});

export const Alert = Type.Object(
  {
    alertId: uuid,
    ruleId: Type.String({
      format: 'uuid',
      deprecated: true,
      description: 'Deprecated: do not depend on it. `ruleType` identifies the event.',
    }),
    ruleType: Type.String(),
    companyId: Type.Optional(uuid),
    dataConnectionId: Type.Optional(uuid),
    message: Type.String(),
    data: Type.Object({}, { additionalProperties: true }),
    raisedOn: time,
    deliveries: Type.Array(AlertDelivery),
  },
  { title: 'Alert' },
);

export const AlertParams = Type.Object({ alertId: uuid });

const profileName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

export const Profile = Type.Object(
  {
    clientId: Type.String({
      format: 'uuid',
      description: 'Id of the account: `ClientId` of every event, header `X-Service-ClientId` of the older webhooks.',
    }),
    name: profileName,
    webhookGeneration: Type.String({
      description:
        '`older`: rules and alerts. `newer`: consumers with a message log. Only the operator can switch an account.',
    }),
    webhookAuthorization: Type.Optional(
      Type.String({
        description:
          'The Authorization header of the older webhooks, masked. Absent if none is set, and with the newer webhooks.',
      }),
    ),
    created: time,
  },
  { title: 'Profile' },
);

export const ProfileChange = Type.Object(
  {
    name: Type.Optional(profileName),
    webhookAuthorization: Type.Optional(
      Type.Union(
        [
          Type.String({ minLength: 1, maxLength: 4000, pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$' }),
          Type.Null(),
        ],
        {
          description:
            'Sent as the header `Authorization` with each alert; `null` removes it. Afterwards it is only shown masked. Works only with the older webhooks.',
        },
      ),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    title: 'ProfileChange',
    description: 'Omitted fields stay unchanged.',
  },
);
export type ProfileChange = Static<typeof ProfileChange>;

export const authorizationPlace = (accountId: string) => sealedPlace('webhook_profile', accountId);

/** Shows the last 4 characters of a long value, so that it can be recognised, and nothing of a short one. */
export function maskAuthorization(value: string): string {
  return value.length >= 16 ? `****${value.slice(-4)}` : '****';
}
