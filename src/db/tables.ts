import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { MigrationTables } from './migration-tables.ts';
import type { OauthTables } from './oauth-tables.ts';
import type { PeopleTables } from './people-tables.ts';
import type { RuleTables } from './rule-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

export type * from './webhook-tables.ts';

/**
 * The tables in PostgreSQL (schema/*.sql). Rows stay in snake_case on purpose, because the casing marks database
 * values.
 */
export type Tables = OwnTables & MigrationTables & OauthTables & PeopleTables & RuleTables & WebhookTables;

type OwnTables = {
  account: AccountTable;
  account_sync_settings: AccountSyncSettingsTable;
  api_key: ApiKeyTable;
  cell_secret: { name: string; sealed: string };
  cell_state: CellStateTable;
  change_position: {
    account_id: string;
    position: number;
    era: string | null;
    served_as: string | null;
    ended: ColumnType<Record<string, number>>;
  };
  company: CompanyTable;
  company_link: { account_id: string; company_id: string; rotation: number; rotated_at: Date };
  connection: ConnectionTable;
  connection_error: ConnectionErrorTable;
  company_count: { account_id: string; shard: number; version: Generated<number>; total: Generated<number> };
  company_sync_settings: { account_id: string; company_id: string; settings: SyncSettingsColumn };
  data_set: DataSetTable;
  idempotent_request: IdempotentRequestTable;
  link_settings: { account_id: string; return_url: string | null; display_name: string | null; changed_at: Date };
  limit_reached: { account_id: string; limit_window: 'minute' | 'day'; resets_at: Date };
  process: ProcessTable;
  provider_budget: { budget: string; busy_until: Date; granted: number };
  publication: PublicationTable;
  push: PushTable;
  push_lane: PushLaneTable;
  purge_receipt: PurgeReceiptTable;
  record: RecordTable;
  remembered_total: RememberedTotalTable;
  request_quota: RequestQuotaTable;
  seen_page: { account_id: string; company_id: string; data_set_id: number; page: number; ids: string[] };
  sync: SyncTable;
  sync_schedule: SyncScheduleTable;
};

type SyncSettingsColumn = ColumnType<unknown, string, string>;

export type AccountSyncSettingsTable = {
  account_id: string;
  settings: SyncSettingsColumn;
  is_refresh_pending: Generated<boolean>;
  refreshed_through: string | null;
};

export type AccountTable = {
  account_id: string;
  name: string;
  plan: 'free' | 'paid';
  requests_per_minute: number | null;
  created_at: Date;
  webhook_generation: Generated<'older' | 'newer'>;
  second_factor_required: Generated<boolean>;
};

export type ApiKeyTable = {
  account_id: string;
  api_key_id: string;
  name: string;
  prefix: string;
  hash: Buffer;
  scopes: string[];
  company_tags: JSONColumnType<Record<string, string>> | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  deleted_at: Date | null;
};

export type CellStateTable = {
  one_row: Generated<boolean>;
  maintenance: boolean;
  maintenance_message: string | null;
  maintenance_retry_after_seconds: number;
  maintenance_since: Date | null;
  /**
   * Identity of the database when a process last used it. A different identity shows that the database was restored.
   */
  served_as: string | null;
};

export type CompanyTable = {
  account_id: string;
  company_id: string;
  name: string;
  description: string | null;
  tags: JSONColumnType<Record<string, string>>;
  /** Hash of the token of a link created before links were signed; otherwise a random text. */
  link_token: Generated<string>;
  created_at: Date;
  created_by: string | null;
  last_sync_at: Date | null;
  created_version: Generated<number>;
  data_connections: ColumnType<unknown, string | undefined, string>;
  deleted_at: Date | null;
};

export type ConnectionTable = {
  account_id: string;
  company_id: string;
  connection_id: string;
  platform_key: string;
  source_type: string;
  status: 'PendingAuth' | 'Linked' | 'Unlinked' | 'Deauthorized';
  credentials: string | null;
  /** See `link_token` in CompanyTable. */
  link_token: Generated<string>;
  created_at: Date;
  linked_at: Date | null;
  last_sync_at: Date | null;
};

export type ConnectionErrorTable = {
  account_id: string;
  company_id: string;
  connection_id: string;
  at: Date;
  code: string;
  message: string;
  resolved_at: Date | null;
};

export type DataSetTable = {
  account_id: string;
  company_id: string;
  data_set_id: Generated<number>;
  connection_id: string;
  data_type: string;
  published_generation: Generated<number>;
  writing_generation: number | null;
  writing_added: Generated<number>;
  writing_updated: Generated<number>;
  writing_deleted: Generated<number>;
  writing_restored: Generated<number>;
  oldest_generation: Generated<number>;
  published_at: Date | null;
  total: Generated<number>;
  deleted: Generated<number>;
  cursor: string | null;
  last_full_at: Date | null;
  latest_sync_id: string | null;
  latest_successful_sync_id: string | null;
  last_successful_at: Date | null;
  /**
   * Time of the last request to sync this data set. If that was after the running sync started, another sync follows
   * (sync-again.ts).
   */
  requested_at: Date;
};

export type IdempotentRequestTable = {
  account_id: string;
  idempotency_key: string;
  fingerprint: Buffer;
  status_code: number;
  headers: JSONColumnType<Record<string, string>>;
  body: string | null;
  created_at: Date;
};

export type ProcessTable = {
  process_id: string;
  role: string;
  host: string;
  pid: number;
  version: string;
  started_at: Date;
  heartbeat_at: Date;
};

export type PublicationTable = {
  account_id: string;
  /** Negative until the publication gets its position in the change feed. */
  position: number;
  company_id: string;
  data_set_id: number;
  generation: number;
  sync_id: string | null;
  push_id: string | null;
  published_at: Date;
  total: number;
  changes: number;
  is_collected: Generated<boolean>;
};

export type PurgeReceiptTable = {
  account_id: string;
  company_id: string;
  requested_at: Date;
  purged_at: Date | null;
  erased: JSONColumnType<Record<string, number>> | null;
};

export type RecordTable = {
  account_id: string;
  company_id: string;
  data_set_id: number;
  record_id: string;
  gen_from: number;
  gen_to: number | null;
  change: 'a' | 'u' | 'd';
  hash: Buffer;
  status: string | null;
  date1: Generated<Date>;
  date2: Generated<Date>;
  amount1: string | null;
  amount1_f: Generated<number>;
  amount2: string | null;
  amount2_f: Generated<number>;
  ref1: string | null;
  payload: JSONColumnType<object>;
  source: string | null;
};

export type RememberedTotalTable = {
  account_id: string;
  list: string;
  version: number;
  filter_hash: Buffer;
  total: number;
  counted_at: Date;
};

export type RequestQuotaTable = {
  account_id: string;
  minute_start: Date;
  minute_used: number;
  day_start: Date;
  day_used: number;
  granted: number;
};

export type SyncTable = {
  account_id: string;
  company_id: string;
  sync_id: string;
  data_set_id: number;
  connection_id: string;
  platform_key: string;
  data_type: string;
  trigger: 'first' | 'schedule' | 'manual';
  status: SyncState;
  requested_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  generation: number | null;
  began_after: number | null;
  is_full: boolean | null;
  fence: Generated<number>;
  lease_until: Date | null;
  resume_at: string | null;
  cursor: string | null;
  pages: Generated<number>;
  records: Generated<number>;
  added: Generated<number>;
  updated: Generated<number>;
  unchanged: Generated<number>;
  deleted: Generated<number>;
  restored: Generated<number>;
  attempts: Generated<number>;
  error_code: string | null;
  error_message: string | null;
  retry_at: Date | null;
  is_deletion_confirmed: Generated<boolean>;
  timeline: ColumnType<unknown, string | undefined, string>;
};

export type SyncState =
  | 'Queued'
  | 'Fetching'
  | 'Waiting'
  | 'Publishing'
  | 'Complete'
  | 'FetchError'
  | 'AuthError'
  | 'PermissionsError'
  | 'NotSupported'
  | 'InternalError'
  | 'Cancelled';

export type SyncScheduleTable = {
  account_id: string;
  company_id: string;
  data_type: string;
  schedule: 'hourly' | 'daily' | 'weekly' | 'monthly';
  next_at: Date;
};

export type PushTable = {
  account_id: string;
  company_id: string;
  push_id: string;
  connection_id: string;
  number: number;
  platform_key: string;
  data_type: string;
  operation: 'create' | 'update' | 'delete';
  status: PushState;
  step: PushStep;
  record_id: string | null;
  record: string | null;
  prepared: string | null;
  ticket: string | null;
  requested_at: Date;
  timeout_minutes: number;
  times_out_at: Date;
  completed_at: Date | null;
  resolved_at: Date | null;
  attempts: Generated<number>;
  sent_at: Date | null;
  retry_at: Date | null;
  status_code: number;
  provider_status: number | null;
  last_poll_status: number | null;
  error_message: string | null;
  validation: ColumnType<unknown, string | null, string | null>;
};

export type PushState = 'Pending' | 'Success' | 'Failed' | 'TimedOut';
export type PushStep = 'waiting' | 'sent' | 'accepted' | 'known' | 'unknown';

export type PushLaneTable = {
  account_id: string;
  company_id: string;
  connection_id: string;
  platform_key: string;
  last_number: Generated<number>;
  fence: Generated<number>;
  lease_until: Date | null;
  wake_at: Date | null;
};
