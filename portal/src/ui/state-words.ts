/** Labels and explanations of statuses. Colour is never the only signal: each status also has a label and an icon. */
export type Tone = 'good' | 'busy' | 'wait' | 'bad' | 'idle';
type StateWords = { label: string; tone: Tone; meaning: string };

const say = (label: string, tone: Tone, meaning: string): StateWords => ({ label, tone, meaning });

export const stateWords: Record<string, Record<string, StateWords>> = {
  connection: {
    PendingAuth: say('Pending authorization', 'wait', 'The company’s owner has not authorized the platform yet.'),
    Linked: say('Linked', 'good', 'Data can be synced and pushed.'),
    Unlinked: say('Unlinked', 'idle', 'The connection was unlinked. Data that was already synced stays available.'),
    Deauthorized: say('Authorization lost', 'bad', 'The platform or the owner revoked the authorization.'),
  },
  sync: {
    NotRequested: say('Not requested', 'idle', 'This data type has never been synced.'),
    Queued: say('Queued', 'busy', 'The sync is waiting to start.'),
    Fetching: say('Fetching', 'busy', 'Fetching records from the platform.'),
    Waiting: say('Waiting', 'wait', 'The sync is waiting and will be retried automatically.'),
    Held: say(
      'Needs confirmation',
      'bad',
      'Many records are missing on the platform. Confirm that they were deleted there.',
    ),
    Publishing: say('Publishing', 'busy', 'Making the new records available.'),
    Complete: say('Complete', 'good', 'All records were synced.'),
    FetchError: say('Platform error', 'bad', 'The platform did not return the data.'),
    AuthError: say('Authorization lost', 'bad', 'The platform no longer accepts the authorization.'),
    PermissionsError: say('Permission missing', 'bad', 'The authorization does not cover this data type.'),
    NotSupported: say('Not supported', 'idle', 'The platform does not offer this data type.'),
    InternalError: say('Internal error', 'bad', 'Something went wrong in Daybook.'),
    Cancelled: say('Cancelled', 'idle', 'The sync was cancelled before it finished.'),
  },
  push: {
    Pending: say('Pending', 'busy', 'The platform has not reported a result yet.'),
    Success: say('Succeeded', 'good', 'The platform made the change.'),
    Failed: say('Failed', 'bad', 'The platform rejected the push, or the push could not be sent.'),
    TimedOut: say(
      'Timed out',
      'wait',
      'The platform reported no result within the time limit. Daybook is checking the outcome.',
    ),
    Unknown: say(
      'Outcome unknown',
      'bad',
      'It is unclear whether the platform made the change. Check on the platform, then resolve the push.',
    ),
  },
  consumer: {
    enabled: say('Enabled', 'good', 'Messages are delivered.'),
    disabled: say('Disabled', 'idle', 'No messages are delivered.'),
    failing: say('Failing', 'bad', 'Deliveries are failing and will be retried.'),
  },
  message: {
    pending: say('Pending', 'busy', 'Not all deliveries are finished yet.'),
    delivered: say('Delivered', 'good', 'Every consumer received the message.'),
    failed: say('Failed', 'bad', 'At least one consumer did not receive the message.'),
    exhausted: say('Retries exhausted', 'bad', 'The last retry failed. You can recover the message.'),
    gone: say('Gone (410)', 'bad', 'The consumer returned 410 Gone. The delivery is not retried.'),
    cancelled: say('Cancelled', 'idle', 'The delivery was cancelled before the message was delivered.'),
    none: say('No consumers', 'idle', 'No consumer was subscribed to this event.'),
  },
  health: {
    ok: say('Operational', 'good', 'No errors need your attention.'),
    degraded: say('Needs attention', 'bad', 'At least one error needs your attention.'),
    error: say('Error', 'bad', 'Something needs your attention.'),
    warning: say('Warning', 'wait', 'Something will need your attention soon.'),
  },
};

export type StateKind = 'connection' | 'sync' | 'push' | 'consumer' | 'message' | 'health';

/** Returns the label and explanation of a status. A status that the portal does not know is shown by its own name. */
export function wordsFor(kind: StateKind, state: string): StateWords {
  return stateWords[kind]?.[state] ?? { label: spaced(state), tone: 'idle', meaning: '' };
}

/** Converts "billPayments" to "Bill payments". */
export function spaced(name: string): string {
  const text = name.replaceAll(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const unfinishedSyncs = ['Queued', 'Fetching', 'Waiting', 'Publishing'];
