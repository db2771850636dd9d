import { ApiError } from '../base/errors.ts';

/** Error responses about data sets. */
type FirstSync = { dataType: string; platform: string; reason: string };

const askAgain = (dataType: string) => `then request the data set with POST …/data/queue/${dataType}.`;

/** The first sync ended because the platform no longer accepts the credentials. `service` names the platform. */
export function dataSetAuthorizationLost({ dataType, platform, reason }: FirstSync) {
  return new ApiError({
    statusCode: 403,
    code: 'dataSetAuthorizationLost',
    error: `Forbidden: the first sync of the data set ${dataType} ended because ${platform} no longer accepts the credentials (${sentence(reason)}). Ask the company's owner to authorize the connection again on its link page, ${askAgain(dataType)}`,
    service: platform,
  });
}

/** The first sync ended because the person who authorized the connection may not read this data on the platform. */
export function dataSetPermissionMissing({ dataType, platform, reason }: FirstSync) {
  return new ApiError({
    statusCode: 403,
    code: 'dataSetPermissionMissing',
    error: `Forbidden: the first sync of the data set ${dataType} ended because ${platform} does not allow it (${sentence(reason)}). Ask the company's owner to give the person who authorized the connection the permission in ${platform}, ${askAgain(dataType)}`,
    service: platform,
  });
}

/** The bookmark is newer than the backup that the service was restored from, or it belongs to another account. */
export function bookmarkGone() {
  return new ApiError({
    statusCode: 410,
    code: 'bookmarkGone',
    error:
      'Gone: the service was restored from a backup and no longer has the changes up to the position in the parameter "after" (or the value belongs to another account). Leave the parameter out to read from the beginning, where every record appears at least with its newest version.',
    service: 'data',
  });
}

/** Removes the final full stop, because the text is shown inside parentheses. */
const sentence = (text: string) => text.replace(/\.$/, '');
