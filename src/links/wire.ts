import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';
import { connectionStates } from '../connections/states.ts';
import { schedules } from '../sync/settings/settings.ts';

/** Schemas of the link page. The owner of a company uses this page and needs only the link. */
const id = Type.String({ format: 'uuid' });
const open = openValues();

export const LinkParams = Type.Object({
  token: Type.String({ pattern: '^([a-z][a-z0-9]{0,15}\\.)?[A-Za-z0-9_-]{20,100}$' }),
});
export const LinkConnectionParams = Type.Object({ ...LinkParams.properties, connectionId: id });

export const CompanyLink = Type.Object(
  {
    link: Type.String({
      description: "URL of the page where the company's owner connects platforms. The URL contains a token.",
    }),
    expires: Type.String({
      format: 'date-time',
      description: 'When the link expires. Request the link again to get a later expiry.',
    }),
  },
  { title: 'CompanyLink' },
);

export const Link = Type.Object(
  {
    companyName: Type.String(),
    accountName: Type.String({
      description: 'Who requests the data: `displayName` of the link settings, otherwise the name of the account.',
    }),
    logo: Type.Optional(Type.String({ description: 'Logo of the link settings, as a data URL.' })),
    color: Type.Optional(Type.String({ description: 'Color of the link settings, as "#rrggbb".' })),
    returnUrl: Type.Optional(
      Type.String({
        description:
          'URL to which the page sends the owner at the end. It already contains the query parameter `companyId`. The page adds `status` and, if it was opened with `state`, also `state`.',
      }),
    ),
    connectionId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The connection that the link is for. Absent if the link is for the whole company.',
      }),
    ),
    platforms: Type.Array(
      Type.Object({
        platformKey: Type.String(),
        name: Type.String(),
        sourceType: Type.String({ description: open }),
        authorization: Type.Enum(['credentials', 'platform', 'upload'], {
          description: `How the owner authorizes access. \`credentials\`: the owner fills in the \`credentialFields\`. \`platform\`: the browser is redirected to the platform, where the owner authorizes access. \`upload\`: the owner uploads files, and the first confirmed file connects the platform. ${open}`,
        }),
        dataTypes: Type.Array(Type.String()),
        canWrite: Type.Boolean({
          description: 'Whether the account can also write records to the platform (push operations).',
        }),
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
              description: `\`permission\`: the connected user has no permission to read the data type; the owner can grant the permission at the platform. \`failure\`: another cause, which the owner cannot fix. ${open}`,
            }),
          }),
          {
            description: 'Data types whose latest sync failed. Empty while the platform is not connected.',
          },
        ),
        message: Type.String({ description: 'The status in plain words.' }),
      }),
    ),
    reads: Type.Array(
      Type.Object({
        dataType: Type.String(),
        name: Type.String(),
        schedule: Type.Enum([...schedules], { description: `How often it is read again. ${open}` }),
      }),
      { description: 'Data types that will be read if the platform has them.' },
    ),
  },
  { title: 'Link' },
);
export type Link = Static<typeof Link>;

export const LinkProgress = Type.Object(
  {
    isComplete: Type.Boolean({
      description: 'Whether the first syncs of all connections have ended. False if no connection is linked.',
    }),
    connections: Type.Array(
      Type.Object({
        connectionId: id,
        isComplete: Type.Boolean({ description: 'Whether the first sync of every data type has ended.' }),
        dataTypes: Type.Array(
          Type.Object({
            dataType: Type.String(),
            name: Type.String(),
            state: Type.Enum(['waiting', 'reading', 'read', 'failed'], {
              description: `\`waiting\`: the first sync has not started or is paused. \`reading\`: it is under way. \`read\`: its records are stored; later syncs do not change this. \`failed\`: it ended without records. ${open}`,
            }),
            records: Type.Integer({ minimum: 0, description: 'Number of records read so far.' }),
            total: Type.Optional(
              Type.Integer({ minimum: 0, description: 'Number of records to read, if the platform says it.' }),
            ),
          }),
        ),
      }),
      { description: 'The linked connections.' },
    ),
  },
  { title: 'LinkProgress' },
);
export type LinkProgress = Static<typeof LinkProgress>;

export const LinkOrder = Type.Object(
  {
    platformKey: Type.String({ minLength: 1, maxLength: 50 }),
    credentials: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z0-9_]{1,50}$' }), Type.String({ maxLength: 4000 }), {
        additionalProperties: false,
        maxProperties: 20,
        description: 'Only for platforms that use credentials.',
      }),
    ),
    state: Type.Optional(
      Type.String({ maxLength: 500, description: 'Any text. It is added to the query of `returnUrl` unchanged.' }),
    ),
  },
  { additionalProperties: false, title: 'LinkOrder' },
);
export type LinkOrder = Static<typeof LinkOrder>;

export const LinkOutcome = Type.Object(
  {
    kind: Type.Enum(['linked', 'authorize', 'upload'], {
      description: `\`linked\`: the company is connected. \`authorize\`: redirect the browser to \`authorizeUrl\`. Afterwards, the platform sends the browser back to the link page with \`outcome\`, \`platform\` and \`state\` in the query. \`upload\`: upload a file to the connection and confirm it. ${open}`,
    }),
    connectionId: id,
    status: Type.Enum([...connectionStates], { description: open }),
    authorizeUrl: Type.Optional(Type.String()),
    returnUrl: Type.Optional(
      Type.String({
        description: 'URL to send the owner to, with `companyId`, `connectionId`, `status` and `state` in the query.',
      }),
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
        description: 'URL to which the link page sends the owner at the end. If absent, the owner stays on the page.',
      }),
    ),
    displayName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '\\S',
        description: 'Name that the link page shows. If absent, the page shows the name of the account.',
      }),
    ),
    logo: Type.Optional(
      Type.String({
        maxLength: 45_000,
        pattern: '^data:image/(png|jpeg|webp|svg\\+xml);base64,[A-Za-z0-9+/]+=*$',
        description: 'Logo that the link page shows: a PNG, JPEG, WebP or SVG of at most 33 kB, as a base64 data URL.',
      }),
    ),
    color: Type.Optional(
      Type.String({
        pattern: '^#[0-9a-fA-F]{6}$',
        description: 'Color of the buttons on the link page, as "#rrggbb". Their text becomes black or white to match.',
      }),
    ),
  },
  { additionalProperties: false, title: 'LinkSettings' },
);
export type LinkSettings = Static<typeof LinkSettings>;
export type LinkOutcome = Static<typeof LinkOutcome>;
