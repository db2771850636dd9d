import Type, { type Static } from 'typebox';
import { connectionStates } from '../connections/states.ts';

/** The link page, for the owner of a company: somebody outside, who knows nothing but the link. */
const id = Type.String({ format: 'uuid' });
const open = 'New values may appear.';

export const LinkParams = Type.Object({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{20,100}$' }) });
export const LinkConnectionParams = Type.Object({ ...LinkParams.properties, connectionId: id });

export const CompanyLink = Type.Object(
  {
    link: Type.String({ description: "The link page for the company's owner, with the token." }),
    expires: Type.String({
      format: 'date-time',
      description: 'When the link ends. Ask again for one that lasts longer.',
    }),
  },
  { title: 'CompanyLink' },
);

export const Link = Type.Object(
  {
    companyName: Type.String(),
    accountName: Type.String({ description: 'Who asks for the data: the name that the account shows, or its own.' }),
    returnUrl: Type.Optional(
      Type.String({
        description:
          'Where the page leads back to, with `companyId` in its query; the page adds `status` and the `state` that it was opened with.',
      }),
    ),
    connectionId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The connection that the link was made for, where it is for one.' }),
    ),
    platforms: Type.Array(
      Type.Object({
        platformKey: Type.String(),
        name: Type.String(),
        sourceType: Type.String({ description: open }),
        authorization: Type.Enum(['credentials', 'platform'], {
          description: `How its owner lets us in. \`credentials\`: by what is asked for in \`credentialFields\`. \`platform\`: at the platform itself, where the browser is sent. ${open}`,
        }),
        dataTypes: Type.Array(Type.String()),
        credentialFields: Type.Array(
          Type.Object({
            name: Type.String(),
            label: Type.String(),
            secret: Type.Boolean(),
            help: Type.Optional(Type.String()),
          }),
        ),
      }),
    ),
    connections: Type.Array(
      Type.Object({
        connectionId: id,
        platformKey: Type.String(),
        platformName: Type.String(),
        status: Type.Enum([...connectionStates], { description: open }),
        lastSync: Type.Optional(Type.String({ format: 'date-time' })),
        failedReads: Type.Array(
          Type.Object({
            dataType: Type.String(),
            name: Type.String(),
            reason: Type.Enum(['permission', 'failure'], {
              description: `\`permission\`: the login that was connected may not read it; its owner can change that at the platform. \`failure\`: anything else, which the owner cannot fix. ${open}`,
            }),
          }),
          {
            description:
              'What the latest sync of a connected platform could not read. Empty while the platform is not connected.',
          },
        ),
        message: Type.String({ description: 'Its state in plain words.' }),
      }),
    ),
    reads: Type.Array(Type.Object({ dataType: Type.String(), name: Type.String() }), {
      description: 'What will be read, if the platform has it.',
    }),
  },
  { title: 'Link' },
);
export type Link = Static<typeof Link>;

export const LinkOrder = Type.Object(
  {
    platformKey: Type.String({ minLength: 1, maxLength: 50 }),
    credentials: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z0-9_]{1,50}$' }), Type.String({ maxLength: 4000 }), {
        additionalProperties: false,
        maxProperties: 20,
        description: 'Where the platform takes them.',
      }),
    ),
    state: Type.Optional(Type.String({ maxLength: 500, description: 'Given back with `returnUrl`.' })),
  },
  { additionalProperties: false, title: 'LinkOrder' },
);
export type LinkOrder = Static<typeof LinkOrder>;

export const LinkOutcome = Type.Object(
  {
    kind: Type.Enum(['linked', 'authorize'], {
      description: `\`linked\`: it is done. \`authorize\`: the browser goes to \`authorizeUrl\`, and comes back to the link page with \`outcome\`, \`platform\` and \`state\` in its query. ${open}`,
    }),
    connectionId: id,
    status: Type.Enum([...connectionStates], { description: open }),
    authorizeUrl: Type.Optional(Type.String()),
    returnUrl: Type.Optional(
      Type.String({ description: 'With `companyId`, `connectionId`, `status` and `state` in its query.' }),
    ),
  },
  { title: 'LinkOutcome' },
);

export const LinkSettings = Type.Object(
  {
    returnUrl: Type.Optional(
      Type.String({
        maxLength: 2048,
        pattern: '^https?://\\S+$',
        description: 'Where the link page leads back to. Absent: it ends with itself.',
      }),
    ),
    displayName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '\\S',
        description: 'Who asks for the data, as the link page says. Absent: the name of the account.',
      }),
    ),
  },
  { additionalProperties: false, title: 'LinkSettings' },
);
export type LinkSettings = Static<typeof LinkSettings>;
export type LinkOutcome = Static<typeof LinkOutcome>;
