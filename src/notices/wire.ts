import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';
import { time, uuid } from '../lists/wire.ts';
import { kindNames } from './kinds.ts';

/** The kinds as the portal's pages and the API name them. */
export const KindName = Type.Enum([...kindNames], {
  description: openValues(
    'For members: `consumerFailing`: deliveries to a webhook consumer have been failing for an hour. `connectionDeauthorized`: a platform no longer accepts the authorization of a connection. `syncsFailing`: syncs of a connection have been failing for a day. For operators: `backlogGrowing`: deliveries or syncs wait too long. `databaseGrowing`: the database has grown by more than a fifth, and more than 5 GB, within a day.',
  ),
});

const NoticeKind = Type.Object(
  {
    kind: KindName,
    email: Type.Boolean(),
    browser: Type.Boolean({ description: 'Shown in the portal, and by the browser while the portal is open.' }),
    mutedUntil: Type.Optional(
      Type.String({ format: 'date-time', description: 'You are not told by e-mail until then.' }),
    ),
  },
  { title: 'NoticeKind' },
);
export type NoticeKind = Static<typeof NoticeKind>;

export const NoticeChoices = Type.Object(
  {
    mail: Type.Boolean({ description: 'Whether the service can send e-mails.' }),
    account: Type.Array(NoticeKind, {
      description:
        'Kinds about the account of the session. Empty if the session is in no account, or if you are not a member of it.',
    }),
    operator: Type.Array(NoticeKind, {
      description: 'Kinds about the installation. Empty if you are not an operator.',
    }),
  },
  { title: 'NoticeChoices' },
);

export const NoticeChoice = Type.Object(
  { kind: KindName, email: Type.Boolean(), browser: Type.Boolean() },
  { additionalProperties: false, title: 'NoticeChoice' },
);

export const Notice = Type.Object(
  {
    conditionId: uuid,
    kind: KindName,
    name: Type.String({ description: 'What it is about; empty for the installation.' }),
    detail: Type.String(),
    page: Type.String({ description: "Path of the portal's page about it." }),
    since: time,
    opened: time,
    recovered: Type.Optional(time),
  },
  { title: 'Notice' },
);

export const MuteParams = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });
export const NoticeMute = Type.Object(
  {
    medium: Type.Enum(['email', 'chat']),
    chatName: Type.Optional(Type.String()),
    accountName: Type.Optional(Type.String({ description: 'Absent for notices about the installation.' })),
    kinds: Type.Array(KindName),
    mutedUntil: Type.Optional(time),
  },
  { title: 'NoticeMute' },
);

export const NoticeChat = Type.Object(
  {
    chatId: uuid,
    name: Type.String(),
    address: Type.String({ description: 'The URL without its secret part.' }),
    kinds: Type.Array(KindName),
    mutedUntil: Type.Optional(time),
    created: time,
    lastSent: Type.Optional(time),
    lastError: Type.Optional(Type.String({ description: 'Why the last message was not accepted.' })),
  },
  { title: 'NoticeChat' },
);
export const ChatParams = Type.Object({ chatId: uuid });
export const NewNoticeChat = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    url: Type.String({
      minLength: 1,
      maxLength: 2000,
      description:
        'The incoming webhook of a chat program that accepts `{"text": "…"}`. It is stored encrypted and not shown again.',
    }),
    kinds: Type.Array(KindName, { minItems: 1, uniqueItems: true }),
  },
  { additionalProperties: false, title: 'NewNoticeChat' },
);
export type NewNoticeChat = Static<typeof NewNoticeChat>;
export const NoticeChatChange = Type.Object(
  { mutedUntil: Type.Null({ description: 'Ends the mute.' }) },
  { additionalProperties: false, title: 'NoticeChatChange' },
);
