import { t } from '../messages/ui.ts';

/** Labels and explanations of statuses. Colour is never the only signal: each status also has a label and an icon. */
export type Tone = 'good' | 'busy' | 'wait' | 'bad' | 'idle';
type StateWords = { label: string; tone: Tone; meaning: string };

const say = (label: string, tone: Tone, meaning: string): StateWords => ({ label, tone, meaning });

export const stateWords: Record<string, Record<string, StateWords>> = {
  connection: {
    PendingAuth: say(t('pendingAuthorization'), 'wait', t('theCompanysOwnerHasNot')),
    Linked: say(t('linked'), 'good', t('daybookCanReadTheData')),
    Unlinked: say(t('unlinked'), 'idle', t('theConnectionWasUnlinkedData')),
    Deauthorized: say(t('authorizationLost'), 'bad', t('thePlatformOrOwnerRevoked')),
  },
  sync: {
    NotRequested: say(t('notRequested'), 'idle', t('thisDataTypeHasNever')),
    Queued: say(t('queued'), 'busy', t('theSyncIsWaitingStart')),
    Fetching: say(t('fetching'), 'busy', t('fetchingRecordsFromPlatform')),
    Waiting: say(t('waiting'), 'wait', t('theSyncIsWaitingWill')),
    Held: say(t('needsConfirmation'), 'bad', t('manyRecordsAreMissingPlatform')),
    Publishing: say(t('publishing'), 'busy', t('makingNewRecordsAvailable')),
    Complete: say(t('complete'), 'good', t('allRecordsWereSynced')),
    FetchError: say(t('platformError'), 'bad', t('thePlatformDidNotReturn')),
    AuthError: say(t('authorizationLost'), 'bad', t('thePlatformNoLongerAccepts')),
    PermissionsError: say(t('permissionMissing'), 'bad', t('theAuthorizationDoesNotCover')),
    NotSupported: say(t('notSupported'), 'idle', t('thePlatformDoesNotOffer')),
    InternalError: say(t('internalError'), 'bad', t('somethingWentWrongDaybook')),
    Cancelled: say(t('cancelled'), 'idle', t('theSyncWasCancelledBefore')),
  },
  push: {
    Pending: say(t('pending'), 'busy', t('thePlatformHasNotReported')),
    Success: say(t('succeeded'), 'good', t('thePlatformMadeChange')),
    Failed: say(t('failed'), 'bad', t('thePlatformRejectedPushOr')),
    TimedOut: say(t('timedOut'), 'wait', t('thePlatformReportedNoResult')),
    Unknown: say(t('outcomeUnknown'), 'bad', t('itIsUnclearWhetherPlatform')),
  },
  consumer: {
    enabled: say(t('enabled'), 'good', t('messagesAreDelivered')),
    disabled: say(t('disabled'), 'idle', t('noMessagesAreDelivered')),
    failing: say(t('failing'), 'bad', t('deliveriesAreFailingWillBe')),
  },
  message: {
    pending: say(t('pending'), 'busy', t('notAllDeliveriesAreFinished')),
    retrying: say(t('retrying'), 'wait', t('attemptFailedNextFollows')),
    delivered: say(t('delivered'), 'good', t('everyConsumerReceivedMessage')),
    failed: say(t('failed'), 'bad', t('atLeastOneConsumerDid')),
    exhausted: say(t('retriesExhausted'), 'bad', t('theLastRetryFailedCan')),
    gone: say(t('gone410'), 'bad', t('theConsumerReturned410Gone')),
    cancelled: say(t('cancelled'), 'idle', t('theDeliveryWasCancelledBefore')),
    none: say(t('noConsumers'), 'idle', t('noConsumerWasSubscribedThis')),
  },
  health: {
    ok: say(t('operational'), 'good', t('noErrorsNeedAttention')),
    degraded: say(t('needsAttention'), 'bad', t('atLeastOneErrorNeeds')),
    error: say(t('error'), 'bad', t('somethingNeedsYourAttention')),
    warning: say(t('warning'), 'wait', t('somethingWillNeedAttentionSoon')),
  },
};

export type StateKind = 'connection' | 'sync' | 'push' | 'consumer' | 'message' | 'health';

/** Returns the label and explanation of a status. A status that the portal does not know is shown by its own name. */
export function wordsFor(kind: StateKind, state: string): StateWords {
  return stateWords[kind]?.[state] ?? { label: spaced(state), tone: 'idle', meaning: '' };
}

/** Data types whose API name is no word of accounting. */
const namesOfTypes: Record<string, string> = { info: t('companyDetails') };

/** Converts "billPayments" to "Bill payments". */
export function spaced(name: string): string {
  if (namesOfTypes[name]) return namesOfTypes[name];
  const text = name.replaceAll(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const unfinishedSyncs = ['Queued', 'Fetching', 'Waiting', 'Publishing'];
