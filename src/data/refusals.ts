import { defineRefusal } from '../base/errors.ts';

/** Error responses about data sets. */
const service = 'data';

type FirstSync = { dataType: string; platform: string; reason: string };

const askAgain = (dataType: string) => `then request the data set with POST …/data/queue/${dataType}.`;

/** The first sync ended because the platform no longer accepts the credentials. `service` names the platform. */
export const dataSetAuthorizationLost = defineRefusal({
  code: 'dataSetAuthorizationLost',
  status: 403,
  meaning: 'The first sync of the data set failed because the platform no longer accepts the credentials.',
  remedy: "Send the company's owner the connection's linkUrl to authorize again, then request the data set again.",
  error: ({ dataType, platform, reason }: FirstSync) => ({
    error: `Forbidden: the first sync of the data set ${dataType} ended because ${platform} no longer accepts the credentials (${sentence(reason)}). Ask the company's owner to authorize the connection again on its link page, ${askAgain(dataType)}`,
    service: platform,
  }),
});

/** The first sync ended because the person who authorized the connection may not read this data on the platform. */
export const dataSetPermissionMissing = defineRefusal({
  code: 'dataSetPermissionMissing',
  status: 403,
  meaning: 'The first sync of the data set failed because the authorized user may not read it on the platform.',
  remedy: 'Ask the owner to give that user the permission on the platform, then request the data set again.',
  error: ({ dataType, platform, reason }: FirstSync) => ({
    error: `Forbidden: the first sync of the data set ${dataType} ended because ${platform} does not allow it (${sentence(reason)}). Ask the company's owner to give the person who authorized the connection the permission in ${platform}, ${askAgain(dataType)}`,
    service: platform,
  }),
});

export const recordNotFound = defineRefusal({
  code: 'recordNotFound',
  status: 404,
  meaning: 'The data set has no record with this id, or had no such record at the time given by asOf.',
  remedy: "Take ids from the list of the data set. They are the platform's own ids and must be encoded in the URL.",
  service,
  error: (parts: { dataType: string; id: string }) =>
    `Not found: there is no record "${parts.id}" in the data set ${parts.dataType}.`,
});

/** The requirements prescribe the `error` text. `platforms` are the platforms of the company's connections. */
export const dataTypeNotSupported = defineRefusal({
  code: 'dataTypeNotSupported',
  status: 404,
  meaning: "None of the company's platforms supports this data type, or the company has no connection.",
  remedy: 'GET /platforms shows which platform supports which data types.',
  service,
  error: ({ dataType, platforms }: { dataType: string; platforms: readonly string[] }) =>
    `Datatype ${dataType} not supported${
      platforms.length > 0 ? ` by platform(s) ${platforms.join(', ')}` : ': the company has no connection to a platform'
    }`,
});

export const dataSetNotRequested = defineRefusal({
  code: 'dataSetNotRequested',
  status: 409,
  meaning: 'This data set of the company has not been requested yet.',
  remedy: 'Link a connection, or request a sync of the data type. Read the data set when its first sync has completed.',
  service,
  error: (parts: { dataType: string }) =>
    `Conflict: the data set ${parts.dataType} has not been requested. Request it with POST …/data/queue/${parts.dataType}, or link a connection.`,
});

export const dataSetNotReady = defineRefusal({
  code: 'dataSetNotReady',
  status: 409,
  meaning: 'The data set has been requested, but its first sync has not completed.',
  remedy: 'Try again later. The data status shows the progress of the sync and what it is waiting for.',
  service,
  retryable: true,
  headers: { 'retry-after': '10' },
  error: (parts: { dataType: string }) =>
    `Conflict: the first sync of the data set ${parts.dataType} has not completed. Try again later; GET …/dataStatus shows its status.`,
});

/** The bookmark is newer than the backup that the service was restored from, or it belongs to another account. */
export const bookmarkGone = defineRefusal({
  code: 'bookmarkGone',
  status: 410,
  meaning: 'The service was restored from a backup that is older than your position in the change feed.',
  remedy: 'Read the feed from the beginning, without "after". You then get every record in its newest version.',
  service,
  error:
    'Gone: the service was restored from a backup and no longer has the changes up to the position in the parameter "after" (or the value belongs to another account). Leave the parameter out to read from the beginning, where every record appears at least with its newest version.',
});

/** Removes the final full stop, because the text is shown inside parentheses. */
const sentence = (text: string) => text.replace(/\.$/, '');
