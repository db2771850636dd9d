import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';
import { time, uuid } from '../lists/wire.ts';
import { kindNames } from './kinds.ts';

/** The names of the kinds in the API and in the portal. */
export const KindName = Type.Enum([...kindNames], {
  title: 'NoticeKindName',
  description: openValues(
    'Kinds for members: `consumerFailing` (deliveries to a webhook consumer have been failing for an hour), `connectionDeauthorized` (a platform no longer accepts the authorization of a connection) and `syncsFailing` (syncs of a connection have been failing for a day). Kinds for operators: `backlogGrowing` (deliveries or syncs wait too long) and `databaseGrowing` (the database has grown by more than a fifth and by more than 5 GB within a day).',
  ),
});

const NoticeKind = Type.Object(
  {
    kind: KindName,
    email: Type.Boolean(),
    browser: Type.Boolean({
      description:
        'Whether notices appear in the portal and, while the portal is open, as notifications of the browser.',
    }),
    mutedUntil: Type.Optional(
      Type.String({ format: 'date-time', description: 'Until this time, you get no e-mails about this kind.' }),
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
        'Kinds of notices about the account that the session is in. Empty if the session is in no account, or if you are not a member of the account.',
    }),
    operator: Type.Array(NoticeKind, {
      description: 'Kinds of notices about the installation. Empty if you are not an operator.',
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
    name: Type.String({
      description:
        'Name of the consumer or connection that the notice is about. Empty if the notice is about the installation.',
    }),
    detail: Type.String(),
    page: Type.String({ description: 'Path of the portal page that shows the problem.' }),
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
    accountName: Type.Optional(Type.String({ description: 'Absent if the notices are about the installation.' })),
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
  { additionalProperties: false, title: 'NoticeChatInput' },
);
export type NewNoticeChat = Static<typeof NewNoticeChat>;
export const NoticeChatChange = Type.Object(
  // Not Type.Null: code generators have no type for a field that can only be null.
  { mutedUntil: Type.Unsafe<null>({ enum: [null], description: 'Ends the mute.' }) },
  { additionalProperties: false, title: 'NoticeChatChange' },
);
