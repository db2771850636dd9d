import Type, { type Static } from 'typebox';
import { sealedPlace } from '../base/secrets.ts';
import { time, uuid } from '../lists/wire.ts';

const emailsMax = 10;
const Notifiers = Type.Object(
  {
    webhook: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        pattern: '^\\S+$',
        description:
          'Alerts are sent to this URL by POST. The URL must lead to a public address and must not contain a user name or password.',
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
          description: 'Addresses that receive an e-mail for each alert. The newer webhooks do not send e-mail.',
        },
      ),
    ),
  },
  { additionalProperties: false, description: 'Must have a webhook or at least one e-mail address.' },
);

export const type = Type.String({
  maxLength: 100,
  description: 'The name of an event type (`RuleType`). `GET /webhooks/event-types` lists all event types.',
});
export const companyId = Type.Optional(
  Type.String({
    format: 'uuid',
    description:
      'If present, the rule raises alerts for this company only (company-specific). If absent, it raises alerts for all companies (company-agnostic).',
  }),
);

export const NewRule = Type.Object(
  { type, companyId, notifiers: Notifiers },
  { additionalProperties: false, title: 'RuleInput' },
);
export type NewRule = Static<typeof NewRule>;

export const RuleParams = Type.Object({ ruleId: uuid });

export const AlertParams = Type.Object({ alertId: uuid });

const profileName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

export const Profile = Type.Object(
  {
    clientId: Type.String({
      format: 'uuid',
      description:
        'Id of the account. Every event contains it as `ClientId`, and the older webhooks send it as the header `X-Service-ClientId`.',
    }),
    name: profileName,
    webhookGeneration: Type.String({
      description:
        'The webhooks that serve the account. `older`: rules and alerts. `newer`: consumers with a message log. Only the operator can switch an account.',
    }),
    webhookAuthorization: Type.Optional(
      Type.String({
        description:
          'The Authorization header of the older webhooks, masked. Absent if no header is set or if the newer webhooks serve the account.',
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
            'Value of the header `Authorization`, which is sent with each alert. `null` removes the header. Responses show the value only in masked form. It can be set only while the older webhooks serve the account.',
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

/** Shows the last 4 characters of a long value, so that people can recognise it. Shows nothing of a short value. */
export function maskAuthorization(value: string): string {
  return value.length >= 16 ? `****${value.slice(-4)}` : '****';
}
