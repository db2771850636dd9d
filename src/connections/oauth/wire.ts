import Type, { type Static } from 'typebox';
import { openValues } from '../../base/open-values.ts';

export const OauthApplication = Type.Object(
  {
    platformKey: Type.String(),
    clientId: Type.String(),
    hasNotificationKey: Type.Boolean(),
    redirectUri: Type.String({ description: 'The redirect URI. Enter exactly this value on the platform.' }),
    notificationUrl: Type.String({ description: 'The URL to which the platform must send notifications.' }),
    created: Type.String({ format: 'date-time' }),
    changed: Type.String({ format: 'date-time' }),
  },
  { title: 'OauthApplication', description: 'The secrets are stored encrypted and never shown.' },
);

const secret = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });

export const NewOauthApplication = Type.Object(
  {
    clientId: secret('The client id that the platform shows.'),
    clientSecret: secret('The client secret. It is stored encrypted and never shown again.'),
    notificationKey: Type.Optional(
      secret('The key with which the platform signs notifications. Some platforms call it verifier token.'),
    ),
  },
  { additionalProperties: false, title: 'OauthApplicationInput' },
);

export const ApplicationCheck = Type.Object(
  {
    platformKey: Type.String(),
    clientId: Type.String(),
    isOwn: Type.Boolean({ description: "Whether it is the account's own application, not Daybook's." }),
    isUsable: Type.Boolean({ description: 'False if a step failed.' }),
    steps: Type.Array(
      Type.Object({
        step: Type.Enum(['signInPage', 'client', 'redirectAddress'], { description: openValues() }),
        outcome: Type.Enum(['passed', 'failed', 'unclear'], {
          description: openValues('`unclear`: the platform does not tell it without an owner.'),
        }),
        message: Type.String({ description: 'The result in plain words.' }),
      }),
    ),
  },
  { title: 'ApplicationCheck' },
);
export type ApplicationCheck = Static<typeof ApplicationCheck>;

export const PlatformParams = Type.Object({ platformKey: Type.String({ pattern: '^[a-z][a-z0-9-]{0,49}$' }) });

const optional = Type.Optional(Type.String({ maxLength: 2000 }));

/** Query parameters that platforms add to the callback. A platform can add more parameters. */
export const CallbackQuery = Type.Object({
  code: optional,
  state: optional,
  error: optional,
  error_description: optional,
  error_uri: optional,
  iss: optional,
  scope: optional,
  session_state: optional,
  realmId: optional,
});
