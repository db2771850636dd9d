import type { Connector, Pull, UploadedFiles } from '@daybook/connector-kit';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Sealer } from '../../base/secrets.ts';
import type { ConnectionChanged } from '../../connections/connection-changed.ts';
import type { Tokens } from '../../connections/oauth/tokens.ts';
import type { ProviderBudgets } from '../../connections/provider/provider-budget.ts';
import type { CustomMapping } from '../../connectors/mapping.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Target } from '../../data/write/write-page.ts';
import type { Db } from '../../db/db.ts';
import type { Row } from '../../db/tables.ts';
import type { Emit } from '../../events/emit.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Outbound } from '../../outbound/http.ts';
import type { SyncPlace } from '../store.ts';
import type { SyncsEnded } from '../syncs-ended.ts';

export type RunSyncContext = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  log: Log;
  sealer: Sealer;
  registry: Registry;
  outbound: Outbound;
  budgets: ProviderBudgets;
  tokens: Tokens;
  connectionChanged: ConnectionChanged;
  emit: Emit;
  syncsEnded: SyncsEnded;
  /** The uploaded files that a data set consists of. */
  openFiles: (of: FilesOf) => Promise<UploadedFiles>;
  config: { fullPassEveryHours: number; syncAttemptsMax: number; proofs: boolean };
};

export type FilesOf = { accountId: string; companyId: string; connectionId: string; dataType: string };

/**
 * Length of the lease on a sync. A runner renews its lease every quarter of this time. If it dies, another runner can
 * take over when the lease ends. All processes use PostgreSQL's time.
 */
export const leaseMs = 10_000;

/**
 * Everything that a runner knows about its sync. A pass is the series of pages that a sync fetches: a full pass fetches
 * all records, an incremental pass only the changes since `cursor`.
 */
export type Run = SyncPlace & {
  accountId: string;
  connectionId: string;
  connector: Connector;
  pull: Pull;
  /** Null only if the sync does not call the platform. */
  sealedCredentials: string | null;
  target: Target;
  fence: number;
  attempts: number;
  requestedAt: Date;
  trigger: Row<'sync'>['trigger'];
  isFull: boolean;
  /** Number of the generation (version of the data set) that was published when the pass began. */
  beganAfter: number;
  /** True if all pages are stored, so that only finding deletions and publishing remain. */
  isPassDone: boolean;
  isDeletionConfirmed: boolean;
  /** The checks whose findings a person has confirmed for this sync. */
  confirmedChecks: readonly string[];
  /** True if the generation may differ from the published one, so that it has to be checked. */
  isChanged: boolean;
  /**
   * Number of published records that are not marked as deleted. `finishSync` uses it to find out whether too many are
   * missing.
   */
  live: number;
  pages: number;
  resumeAt: string | null;
  /** The position from which an incremental pass fetches changes. */
  cursor: string | null;
  /** The position from which the next incremental pass will fetch changes. */
  nextCursor: string | null;
  syncFrom: string | undefined;
  /** What this sync computes records with (connectors/mapping.ts). */
  mapping: string;
  /** The custom fields in force when this run started. */
  custom?: CustomMapping;
  /** The mapping of all records before this sync; null if it differed between records. */
  mappingBefore: string | null;
  /** Whether the connector can compute records from their stored sources. */
  canRemap: boolean;
  /** The record after which records are still to be computed again; null if none are. */
  remapAt: string | null;
};

/** False if the sync only computes records again, without the platform. */
export const isFetched = ({ trigger }: Pick<Run, 'trigger'>) => trigger !== 'mapping';
