import type { Tone } from '../../ui/state-words.ts';
import { wordsFor } from '../../ui/state-words.ts';

/** How a company stands as a whole: green only where its connection is linked and no latest sync has failed. */
export type CompanyState = { tone: Tone; label: string; meaning: string };
type Connection = { connectionId: string; status: string };

const failing: CompanyState = {
  tone: 'bad',
  label: 'Syncs fail',
  meaning: 'The latest sync of some data types has failed: what is shown may be old.',
};

/** Data types whose latest sync failed. */
export function failedTypes(dataStatus: Record<string, { status: string }>): string[] {
  return Object.keys(dataStatus).filter((type) => wordsFor('sync', dataStatus[type]?.status ?? '').tone === 'bad');
}

export function companyState(
  connections: readonly Connection[],
  dataStatus: Record<string, { status: string }> | undefined,
): CompanyState | undefined {
  const worst = ['Deauthorized', 'Linked', 'PendingAuth', 'Unlinked'].find((status) =>
    connections.some((connection) => connection.status === status),
  );
  if (worst === undefined || (worst === 'Linked' && dataStatus === undefined)) return undefined;
  if (worst === 'Linked' && failedTypes(dataStatus ?? {}).length > 0) return failing;
  return wordsFor('connection', worst);
}

type Attention = { kind: string; connectionId?: string };
const failures = ['syncFailed', 'deletionsHeld'];

/**
 * The state of one connection in a list of companies. `attention` is what the overview knows, at most `attentionMax`: where
 * it is full or not read yet, a linked connection is not shown as good.
 */
export const attentionMax = 100;

export function connectionState(
  { connectionId, status }: Connection,
  attention: readonly Attention[] | undefined,
): CompanyState {
  const words = wordsFor('connection', status);
  if (status !== 'Linked') return words;
  if (attention?.some((one) => failures.includes(one.kind) && one.connectionId === connectionId)) return failing;
  const isKnown = attention !== undefined && attention.length < attentionMax;
  return isKnown ? words : { ...words, tone: 'idle' };
}
