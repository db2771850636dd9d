import { ApiError, NetworkError } from '@daybook/sdk';
import { t } from '../messages/link.ts';
import { plainReads } from './reads/data-words.ts';

/** Texts of the link page, for a bookkeeper who has never heard of Daybook. */

type Failing = { platformName: string; failedReads: readonly { dataType: string; name: string; reason: string }[] };

/** Explains which data could not be synced, and who must do what. Returns one text for each kind of failure. */
export function plainFailedReads({ platformName, failedReads }: Failing, accountName: string): string[] {
  const [refused, others] = [true, false].map((isRefused) =>
    failedReads.filter(({ reason }) => (reason === 'permission') === isRefused),
  );
  const words = (reads: readonly { dataType: string; name: string }[]) =>
    plainReads(reads)
      .map(({ text }) => text)
      .join(', ');
  return [
    refused?.length ? t('loginLacksPermission', { platformName, data: words(refused), accountName }) : '',
    others?.length ? t('lastSyncFailed', { platformName, data: words(others), accountName }) : '',
  ].filter((text) => text !== '');
}

/** Platform types in plain words. */
export const plainSourceType: Record<string, string> = {
  Accounting: t('accountingSoftware'),
  Banking: t('bank'),
  Commerce: t('onlineShop'),
};

/**
 * A problem to show to the owner. If `canRetry` is set, the page offers to try again, because the same request may
 * succeed later.
 */
export type Problem = { title: string; text: string; correlationId?: string | undefined; canRetry?: boolean };

/** Explains why the credentials were rejected, and what to do. */
export function explainRefusal(error: unknown, platformName: string): Problem {
  if (!(error instanceof ApiError)) return explainFailure(error);
  const { correlationId } = error;
  if (error.code === 'linkCredentialsRefused')
    return {
      title: t('didNotAcceptTheseDetails', { platformName }),
      text: t('checkTypingErrorsAlsoCheck'),
      correlationId,
    };
  if (error.code === 'linkPlatformUnavailable')
    return {
      title: t('isNotResponding', { platformName }),
      text: t('yourDetailsMayBeCorrect'),
      correlationId,
    };
  if (error.code === 'linkedAlready')
    return {
      title: t('accountingSystemIsAlreadyConnected'),
      text: t('disconnectPlatformFirstThenConnect'),
      correlationId,
    };
  if (error.status === 400)
    return {
      title: t('someDetailsAreMissing'),
      text: error.validation[0]?.message ?? t('fillEveryFieldThenTry'),
      correlationId,
    };
  return explainFailure(error);
}

/** Explains why the page cannot continue, and what to do. */
export function explainFailure(error: unknown): Problem {
  if (error instanceof NetworkError)
    return {
      title: t('noConnection'),
      text: t('thisPageCannotReachServer'),
      canRetry: true,
    };
  if (!(error instanceof ApiError))
    return {
      title: t('somethingWentWrong'),
      text: t('tryAgainIfHappensAgain'),
      canRetry: true,
    };
  const { correlationId } = error;
  if (error.status === 404)
    return {
      title: t('thisLinkDoesNotWork'),
      text: t('theLinkMayBeIncomplete'),
      correlationId,
    };
  if (error.status === 410)
    return {
      title: t('thisLinkIsNoLonger'),
      text: t('askSenderNewLinkData'),
      correlationId,
    };
  if (error.status === 429)
    return {
      title: t('tooManyAttempts'),
      text: t('toProtectLoginPleaseWait', { time: waitText(error.retryAfter) }),
      correlationId,
      canRetry: true,
    };
  if (error.code === 'maintenance')
    return {
      title: t('backSoon'),
      text: t('theServiceIsUnderMaintenance'),
      correlationId,
      canRetry: true,
    };
  return {
    title: t('somethingWentWrongOurEnd'),
    text: t('tryAgainMomentIfKeeps'),
    correlationId,
    canRetry: true,
  };
}

function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return t('aMoment');
  return seconds < 90 ? t('seconds', { count: Math.ceil(seconds) }) : t('minutes', { count: Math.ceil(seconds / 60) });
}

/** Explains why the authorization at the platform failed. Returns undefined if it succeeded. */
export function explainOutcome(outcome: string, platformName: string): Problem | undefined {
  if (outcome === 'linked') return undefined;
  if (outcome === 'denied')
    return {
      title: t('isNotConnected', { platformName }),
      text: t('youDidNotApproveAccess', { platformName }),
    };
  if (outcome === 'unavailable')
    return {
      title: t('isNotResponding', { platformName }),
      text: t('nothingWasConnectedWaitFew', { platformName }),
    };
  return {
    title: t('didNotGrantAccess', { platformName }),
    text: t('nothingWasConnectedChooseAgain', { platformName }),
  };
}
