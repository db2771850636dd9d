import { ApiError } from '../errors.ts';

/** Refusals of the data sets. */
type FirstSync = { dataType: string; platform: string; reason: string };

const askAgain = (dataType: string) => `then request the data set with POST …/data/queue/${dataType}.`;

/** The first sync ended because the platform no longer accepts the credentials. `service` names the platform. */
export function dataSetAuthorizationLost({ dataType, platform, reason }: FirstSync) {
  return new ApiError({
    statusCode: 403,
    code: 'dataSetAuthorizationLost',
    error: `Forbidden: the first sync of the data set ${dataType} ended because ${platform} no longer accepts the credentials (${sentence(reason)}). Ask the company's owner to authorize the connection again by its link, ${askAgain(dataType)}`,
    service: platform,
  });
}

/** The first sync ended because whoever authorized it may not read this at the platform. */
export function dataSetPermissionMissing({ dataType, platform, reason }: FirstSync) {
  return new ApiError({
    statusCode: 403,
    code: 'dataSetPermissionMissing',
    error: `Forbidden: the first sync of the data set ${dataType} ended because ${platform} does not allow it (${sentence(reason)}). Ask the company's owner to give the person who authorized the connection the permission in ${platform}, ${askAgain(dataType)}`,
    service: platform,
  });
}

/** The service was restored from a backup that is older than what the bookmark stands for; or it is another account's. */
export function bookmarkGone() {
  return new ApiError({
    statusCode: 410,
    code: 'bookmarkGone',
    error:
      'Gone: the service was restored from a backup, and the feed no longer has the changes that the parameter "after" stands behind (or it is a bookmark of another account). Leave it out to read from the beginning: every record comes with its newest version.',
    service: 'data',
  });
}

/** Inside of brackets, without its full stop. */
const sentence = (text: string) => text.replace(/\.$/, '');
