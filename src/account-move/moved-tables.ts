/** A table with rows of accounts, and how a move takes them along. */
export type MovedTable = {
  name: string;
  /**
   * `early` rows are copied while the account works, and again if they have changed since. They must cause no work in
   * the other cell as long as the rest is not there. All other rows are copied at the switch.
   */
  early?: string;
  /** At the switch, only these rows are copied. */
  only?: string;
  /** Columns with ids of database transactions, which are valid on one server only. */
  transactions?: string[];
  /** Values that differ on the two sides: they are set here or by the copy, and not compared. */
  set?: Record<string, string | null>;
  /** Columns that get their values in the other cell by themselves. */
  omitted?: string[];
  /** Columns of early rows that are compared again at the switch; the primary key if omitted. */
  light?: string[];
  /** Triggers on other tables have made rows here meanwhile. They are replaced. */
  isCounted?: boolean;
  /** Columns with ids of persons, who may have other ids in the other cell. */
  persons?: string[];
};

/** Past versions that a cursor may need, and those of transactions whose order is settled (transaction-ids.ts). */
const kept = 'ended_by >= (select kept_from from list_horizon)';
const ended = 'ended_by < pg_snapshot_xmin(pg_current_snapshot())';

/** Parts of contents that are complete. */
const endedContent = 'content_id in (select k.content_id from kept_content k where k.hash is not null)';

/** A sync that had not ended is taken up at once: only an expired lease tells that its worker is gone. */
const unfinished = "case when status in ('Queued', 'Fetching', 'Publishing') then now() end";

/**
 * Every table with `account_id`, in the order in which rows can be inserted (test/account-move/tables.test.ts finds a
 * missing one).
 */
export const movedTables: readonly MovedTable[] = [
  // The operator's list of accounts belongs to the cell: here, the account is new.
  { name: 'account', omitted: ['made_by'] },
  { name: 'api_key' },
  { name: 'limit_reached' },
  { name: 'request_quota' },
  { name: 'idempotent_request', early: 'true' },
  { name: 'kept_list', early: 'true' },
  { name: 'company', transactions: ['made_by', 'ended_by'] },
  { name: 'company_count', isCounted: true },
  { name: 'company_past', early: ended, transactions: ['made_by', 'ended_by'], only: kept },
  { name: 'past_row', early: ended, transactions: ['made_by', 'ended_by'], only: kept },
  { name: 'purge_receipt', transactions: ['made_by'] },
  { name: 'company_link' },
  { name: 'connection' },
  { name: 'connection_error' },
  { name: 'oauth_application' },
  { name: 'oauth_state' },
  { name: 'oauth_token', set: { lease_until: null } },
  { name: 'oauth_revocation' },
  { name: 'custom_mapping' },
  { name: 'connection_import', set: { lease_until: null } },
  { name: 'upload' },
  { name: 'upload_part' },
  { name: 'upload_use' },
  { name: 'upload_reading' },
  { name: 'data_set', transactions: ['made_by'] },
  // Copied by generations (copy-records.ts).
  { name: 'record', early: 'true', light: ['company_id', 'data_set_id', 'record_id', 'gen_from', 'gen_to', 'hash'] },
  { name: 'company_snapshot' },
  { name: 'company_snapshot_set' },
  // A content that is being written begins again in the other cell.
  { name: 'kept_content', early: 'hash is not null', only: 'hash is not null' },
  { name: 'kept_content_part', early: endedContent, only: endedContent },
  { name: 'kept_total' },
  { name: 'kept_file' },
  { name: 'kept_work', set: { lease_until: null } },
  { name: 'seen_page' },
  { name: 'change_position', set: { served_as: 'database_identity()' } },
  { name: 'publication', early: 'is_collected' },
  { name: 'proof' },
  { name: 'proof_set' },
  { name: 'proof_span' },
  { name: 'purged_proof' },
  {
    name: 'sync',
    early: 'completed_at is not null',
    light: ['sync_id', 'status'],
    transactions: ['made_by'],
    set: { lease_until: unfinished },
  },
  { name: 'check_level' },
  { name: 'check_run', early: 'true', transactions: ['made_by'] },
  { name: 'account_sync_settings' },
  { name: 'company_sync_settings' },
  { name: 'sync_schedule' },
  { name: 'connection_sync_settings' },
  { name: 'connection_sync_schedule' },
  { name: 'sync_demand' },
  { name: 'push', transactions: ['made_by'] },
  { name: 'push_group' },
  { name: 'push_group_step' },
  { name: 'push_lane', set: { lease_until: null, wake_at: 'now()' } },
  { name: 'consumer', omitted: ['lane'], set: { hold_until: null } },
  { name: 'standing_query' },
  { name: 'standing_day' },
  { name: 'standing_run' },
  { name: 'message', early: 'true', transactions: ['made_by'] },
  {
    name: 'delivery',
    set: { lane: '(select lane from consumer c where c.account_id = $2 and c.consumer_id = copied.consumer_id)' },
  },
  { name: 'failure', early: 'true' },
  { name: 'attempt', early: 'true', transactions: ['made_by'] },
  { name: 'delivery_count', isCounted: true },
  { name: 'redelivery' },
  { name: 'message_log' },
  { name: 'rule' },
  { name: 'alert', early: 'true', transactions: ['made_by'] },
  { name: 'alert_delivery', early: "status <> 'pending'", light: ['alert_id', 'notifier', 'status'] },
  { name: 'webhook_profile' },
  { name: 'event_log_use' },
  { name: 'migration_step' },
  { name: 'rehearsal' },
  { name: 'rehearsal_event' },
  { name: 'migration_consumer' },
  { name: 'member', persons: ['person_id'] },
  { name: 'invitation' },
  { name: 'audit', early: 'true', transactions: ['made_by'] },
  { name: 'link_settings' },
  { name: 'notice_condition' },
  { name: 'notice_choice', persons: ['person_id'] },
  { name: 'notice_chat' },
  { name: 'notice', persons: ['recipient_id'] },
];

/**
 * Tables whose rows are not copied: they are computed again, describe the moves themselves, or are logs of a few days
 * that say what happened in this cell.
 */
export const leftTables: readonly string[] = [
  'remembered_total',
  'message_total',
  'request_log',
  'request_log_count',
  'platform_call',
  'account_departure',
  'departed_name',
  'account_arrival',
  'arrived_transaction',
];
