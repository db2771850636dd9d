import { t } from '../../messages/company.ts';
import type { Tone } from '../../ui/state-words.ts';
import { wordsFor } from '../../ui/state-words.ts';

/**
 * The status of a company or of one connection. Green means that a connection is linked and that none of the latest
 * syncs failed.
 */
export type CompanyState = { tone: Tone; label: string; meaning: string };
type DataStatus = Record<string, { status: string }>;
type Connection = { connectionId: string; status: string };

const failing: CompanyState = {
  tone: 'bad',
  label: t('syncsFailing'),
  meaning: t('theLatestSyncSomeData'),
};

/** Data types whose latest sync failed. */
export function failedTypes(dataStatus: DataStatus): string[] {
  return Object.keys(dataStatus).filter((type) => wordsFor('sync', dataStatus[type]?.status ?? '').tone === 'bad');
}

export function companyState(
  connections: readonly Connection[],
  dataStatus: DataStatus | undefined,
): CompanyState | undefined {
  const worst = ['Deauthorized', 'Linked', 'PendingAuth', 'Unlinked'].find((status) =>
    connections.some((connection) => connection.status === status),
  );
  if (worst === undefined || (worst === 'Linked' && dataStatus === undefined)) return undefined;
  if (worst === 'Linked' && failedTypes(dataStatus ?? {}).length > 0) return failing;
  return wordsFor('connection', worst);
}

type Attention = { kind: string; connectionId?: string };
type Known = { attention: readonly Attention[]; isAttentionCut: boolean };
const failures = ['syncFailed', 'deletionsHeld'];

/**
 * The status of one connection in the list of companies. The overview's attention list shows whether a sync failed. If
 * that list is truncated or not loaded yet, a linked connection is shown in a neutral colour, not in green.
 */
export function connectionState({ connectionId, status }: Connection, known: Known | undefined): CompanyState {
  const words = wordsFor('connection', status);
  if (status !== 'Linked') return words;
  if (known?.attention.some((one) => failures.includes(one.kind) && one.connectionId === connectionId)) return failing;
  return known && !known.isAttentionCut ? words : { ...words, tone: 'idle' };
}

/**
 * The status of one connection on the company's page. The data status does not show which connection a failed sync
 * belongs to. Therefore, if a sync failed and several connections are linked, none of them is shown in green.
 */
export function connectionStateInCompany(
  connection: Connection,
  { connections, dataStatus }: { connections: readonly Connection[]; dataStatus: DataStatus | undefined },
): CompanyState {
  const words = wordsFor('connection', connection.status);
  if (connection.status !== 'Linked') return words;
  if (dataStatus && failedTypes(dataStatus).length === 0) return words;
  const linked = connections.filter(({ status }) => status === 'Linked');
  return dataStatus && linked.length === 1 ? failing : { ...words, tone: 'idle' };
}

type Platform = { platformKey: string; name: string; sourceType: string; enabled: boolean };

/** The platforms that a connection can be created for. The API accepts each of them at any time. */
export function platformChoices(platforms: readonly Platform[]): { value: string; label: string }[] {
  return platforms
    .filter(({ enabled }) => enabled)
    .map(({ platformKey, name, sourceType }) => ({ value: platformKey, label: `${name} (${sourceType})` }));
}

/** While an accounting platform is linked, the API rejects the authorization of another one with 409. */
export function hasLinkedAccounting(connections: readonly { sourceType: string; status: string }[]): boolean {
  return connections.some(({ sourceType, status }) => sourceType === 'Accounting' && status === 'Linked');
}
