import { t } from '../../messages/company.ts';

/** Returns the status to show for a push. It is `Unknown` if the outcome of the push cannot be determined. */
export function pushState({ status, step }: { status: string; step: string }): string {
  return step === 'unknown' ? 'Unknown' : status;
}

/** Describes the progress of a push in one sentence. */
export function stepText(step: string): string {
  switch (step) {
    case 'waiting':
      return t('theRequestHasNotBeen');
    case 'sent':
      return t('theRequestWasSentDaybook');
    case 'accepted':
      return t('thePlatformAcceptedRequestIs');
    case 'known':
      return t('theOutcomeIsKnown');
    case 'unknown':
      return t('theRequestWasSentBut');
    default:
      return step;
  }
}
