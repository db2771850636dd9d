import { defineRefusal, notFound, wrongField, wrongItems, wrongState } from '../base/errors.ts';

/** Errors about notices. General errors are in src/base/errors.ts. */
const service = 'notices';

export const noticeKindRefused = defineRefusal({
  code: 'noticeKindRefused',
  status: 403,
  meaning: 'Members can choose notices about their account, and operators can choose notices about the installation.',
  remedy:
    'Choose a kind that `GET /session/notices` lists. An operator who has entered an account is not a member of it.',
  service,
  error: (parts: { kind: string }) => `Forbidden: you cannot choose notices of the kind "${parts.kind}" here.`,
});

export const chatUrlRefused = defineRefusal({
  code: 'chatUrlRefused',
  status: 400,
  meaning: 'The URL of a chat address is not valid, or points to an address that messages must not be sent to.',
  remedy: 'Use the https:// URL of an incoming webhook with a public address.',
  service,
  error: (parts: { reason: string }) =>
    wrongItems([wrongField({ itemId: 'url', problem: parts.reason, validatorName: 'UrlValidator' })]),
});

export const muteLinkUnknown = defineRefusal({
  code: 'muteLinkUnknown',
  status: 404,
  meaning: 'The mute link is incomplete or has expired, or its recipient no longer gets these notices.',
  remedy: 'Use the link in a newer message, or choose your notices in the portal (Notifications).',
  service,
  error: 'Not found: this mute link does not work any more. Sign in and choose your notices in Notifications.',
});

export const chatMissing = () => notFound({ resource: 'chat address', service });

export const tooManyChats = (max: number) =>
  wrongState({ error: `there are already ${max} chat addresses. Remove one first.`, service });
