/** States in plain words. What a colour says is always said by the word and the icon too. */
export type Tone = 'good' | 'busy' | 'wait' | 'bad' | 'idle';
type StateWords = { label: string; tone: Tone; meaning: string };

const say = (label: string, tone: Tone, meaning: string): StateWords => ({ label, tone, meaning });

export const stateWords: Record<string, Record<string, StateWords>> = {
  connection: {
    PendingAuth: say('Waiting for the owner', 'wait', 'The company’s owner has not yet authorized the platform.'),
    Linked: say('Linked', 'good', 'Data can be read and pushed.'),
    Unlinked: say('Unlinked', 'idle', 'Taken apart by you. What was read stays readable.'),
    Deauthorized: say('Authorization lost', 'bad', 'The platform or the owner has withdrawn the authorization.'),
  },
  sync: {
    NotRequested: say('Not requested', 'idle', 'This data type has never been synced.'),
    Queued: say('Queued', 'busy', 'Waits for its turn.'),
    Fetching: say('Reading', 'busy', 'Reads records from the platform.'),
    Waiting: say('Waiting', 'wait', 'Retries automatically.'),
    Held: say(
      'Waits for you',
      'bad',
      'Many records are missing at the platform: a person must confirm that they are gone.',
    ),
    Publishing: say('Publishing', 'busy', 'Makes the new records readable.'),
    Complete: say('Complete', 'good', 'Everything has been read.'),
    FetchError: say('Failed at the platform', 'bad', 'The platform did not give the data.'),
    AuthError: say('Authorization lost', 'bad', 'The platform no longer accepts the authorization.'),
    PermissionsError: say('Not permitted', 'bad', 'The authorization does not cover this data type.'),
    NotSupported: say('Not supported', 'idle', 'The platform does not offer this data type.'),
    InternalError: say('Failed in Daybook', 'bad', 'Something went wrong on our side.'),
    Cancelled: say('Cancelled', 'idle', 'Ended by a person before its time.'),
  },
  push: {
    Pending: say('Pending', 'busy', 'On its way to the platform.'),
    Success: say('Succeeded', 'good', 'The platform has the record.'),
    Failed: say('Failed', 'bad', 'The platform has refused it, or it never arrived.'),
    TimedOut: say('Timed out', 'wait', 'No outcome within the time; it is looked up at the platform.'),
    Unknown: say('Outcome unknown', 'bad', 'Nobody knows whether the platform has done it: a person must look.'),
  },
  consumer: {
    enabled: say('Enabled', 'good', 'Messages are delivered.'),
    disabled: say('Disabled', 'idle', 'No messages are delivered.'),
    failing: say('Failing', 'bad', 'Deliveries fail; they are tried again.'),
  },
  message: {
    pending: say('Pending', 'busy', 'Some deliveries are still to be made.'),
    delivered: say('Delivered', 'good', 'Every consumer has it.'),
    failed: say('Failed', 'bad', 'Some consumer did not take it.'),
    exhausted: say('Given up', 'bad', 'The last attempt failed; it can be recovered.'),
    gone: say('Refused for good', 'bad', 'The consumer answered 410 Gone.'),
    cancelled: say('Cancelled', 'idle', 'Ended before it was delivered.'),
    none: say('Nobody listens', 'idle', 'No consumer subscribes to this event.'),
  },
  health: {
    ok: say('Everything works', 'good', 'Work is done as it comes.'),
    degraded: say('Needs attention', 'bad', 'Something does not work until somebody acts.'),
    error: say('Error', 'bad', 'Something needs you.'),
    warning: say('Warning', 'wait', 'Something needs you soon.'),
  },
};

export type StateKind = 'connection' | 'sync' | 'push' | 'consumer' | 'message' | 'health';

/** A state that is newer than the portal is shown by its own name. */
export function wordsFor(kind: StateKind, state: string): StateWords {
  return stateWords[kind]?.[state] ?? { label: spaced(state), tone: 'idle', meaning: '' };
}

/** "billPayments" → "Bill payments". */
export function spaced(name: string): string {
  const text = name.replaceAll(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const unfinishedSyncs = ['Queued', 'Fetching', 'Waiting', 'Publishing'];
