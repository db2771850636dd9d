// Written by "npm run tables" from the schema: do not edit.
import type { ColumnType, Generated } from 'kysely';

/** The tables of the schema. Rows are in snake_case, which marks database values. */
export type Tables = {
  account: {
    account_id: string; name: string; plan: 'free' | 'paid'; requests_per_minute: number | null; created_at: Date;
    webhook_generation: Generated<'older' | 'newer'>; second_factor_required: Generated<boolean>;
    made_by: Generated<string | null>; snapshot_days: number | null; snapshot_bytes: number | null;
  };
  account_arrival: {
    account_id: string; move_id: string; run: number; state: 'copying' | 'arrived'; from_cell: string; from_era: number;
    cursor_key: string; link_key: string; arrived_at: Date | null;
  };
  account_departure: {
    account_id: string; move_id: string; run: number; state: 'copying' | 'frozen' | 'handed' | 'moved'; to_cell: string;
    to_url: string; started_at: Date; touched_at: Date; is_draining: Generated<boolean>; frozen_until: Date | null;
    moved_at: Date | null; erased_at: Date | null; done_at: Date | null;
    report: ColumnType<unknown, string | null | undefined, string | null>;
  };
  account_sync_settings: {
    account_id: string; settings: ColumnType<unknown, string, string>; is_refresh_pending: Generated<boolean>;
    refreshed_through: string | null;
  };
  alert: {
    account_id: string; alert_id: string; rule_id: string; event_id: string; rule_type: string;
    company_id: string | null; connection_id: string | null; raised_at: Date; body: string;
    made_by: Generated<string | null>; trace: Generated<string | null>;
  };
  alert_delivery: {
    account_id: string; alert_id: string; notifier: number; kind: 'webhook' | 'email'; target: string;
    status: Generated<'pending' | 'delivered' | 'failed'>; due_at: Date;
    attempts: ColumnType<{ at: string; statusCode?: number; error?: string }[], string | undefined, string>;
    ended_at: Date | null;
  };
  api_key: {
    account_id: string; api_key_id: string; name: string; prefix: string; hash: Buffer; scopes: string[];
    company_tags: ColumnType<Record<string, string> | null, string | null | undefined, string | null>; created_at: Date;
    expires_at: Date | null; last_used_at: Date | null; deleted_at: Date | null;
  };
  arrived_transaction: { account_id: string; theirs: string; ours: string };
  attempt: {
    account_id: string; message_id: string; attempt_id: string; consumer_id: string; number: number;
    cause: 'e' | 't' | 's' | 'c' | 'p'; outcome: 'd' | 'f' | 'x' | 'g'; status_code: number | null;
    error: string | null; answer: string | null; started_at: Date; duration_ms: number; next_at: Date | null;
    made_by: Generated<string | null>; consumer_version: number | null;
  };
  attempt_count: { bucket: Buffer; since: Date; attempts: number };
  audit: {
    account_id: string; audit_id: string; at: Date; actor_kind: 'person' | 'key' | 'operator' | 'service' | 'link';
    actor_id: string | null; actor_name: string; operation: string; subject_kind: string; subject_id: string | null;
    subject_name: string | null; company_id: string | null;
    before: ColumnType<unknown, string | null | undefined, string | null>;
    after: ColumnType<unknown, string | null | undefined, string | null>; address: string | null;
    correlation_id: string | null; made_by: Generated<string | null>;
  };
  cell_count: { counted: 'accounts' | 'consumersEnabled' | 'consumersDisabled'; shard: number; total: number };
  cell_secret: { name: string; sealed: string };
  cell_state: {
    one_row: Generated<boolean>; maintenance: Generated<boolean>; maintenance_message: string | null;
    maintenance_retry_after_seconds: Generated<number>; maintenance_since: Date | null; served_as: string | null;
    telling: ColumnType<unknown, string | null | undefined, string | null>; noticed_at: Date | null;
    noticed_to: Date | null;
  };
  cell_ticket: { ticket_id: string; expires_at: Date };
  change_position: {
    account_id: string; position: number; era: string | null; served_as: string | null;
    ended: ColumnType<Record<string, number>, string | undefined, string>;
  };
  check_level: { account_id: string; check_name: string; level: 'inform' | 'warn' | 'hold'; tolerance: string | null };
  check_run: {
    account_id: string; company_id: string; run_id: string; data_set_id: number; connection_id: string;
    data_type: string; generation: number; sync_id: string; is_held: boolean; checked_at: Date; found: number;
    results: ColumnType<unknown, string, string>;
    figures: ColumnType<unknown, string | null | undefined, string | null>; made_by: Generated<string | null>;
  };
  company: {
    account_id: string; company_id: string; name: string; description: string | null;
    tags: ColumnType<Record<string, string>, string | undefined, string>; created_at: Date; created_by: string | null;
    last_sync_at: Date | null; deleted_at: Date | null;
    data_connections: ColumnType<unknown, string | undefined, string>; made_by: Generated<string | null>;
    ended_by: string | null;
  };
  company_count: { account_id: string; shard: number; version: Generated<number>; total: Generated<number> };
  company_link: { account_id: string; company_id: string; rotation: number; rotated_at: Date };
  company_past: {
    account_id: string; company_id: string; name: string; description: string | null;
    tags: ColumnType<Record<string, string>, string, string>; created_at: Date; created_by: string | null;
    last_sync_at: Date | null; data_connections: ColumnType<unknown, string, string>; made_by: string | null;
    ended_by: string;
  };
  company_snapshot: {
    account_id: string; company_id: string; snapshot_id: string; name: string | null; requested_at: Date;
    taken_at: Date | null; waits_for: Generated<string[]>; waits_until: Date | null; kept_until: Date;
    is_released: Generated<boolean>; max_spread_seconds: number | null; rounds: Generated<number>;
  };
  company_snapshot_set: {
    account_id: string; company_id: string; data_set_id: number; generation: number; snapshot_id: string;
    connection_id: string; data_type: string; total: number; published_at: Date; read_from: Date | null;
    read_to: Date | null; is_fresh: boolean; is_changed: boolean; is_released: Generated<boolean>;
    is_held: Generated<boolean>;
  };
  company_sync_settings: { account_id: string; company_id: string; settings: ColumnType<unknown, string, string> };
  connection: {
    account_id: string; company_id: string; connection_id: string; platform_key: string;
    source_type: 'Accounting' | 'Banking' | 'Commerce' | 'Other';
    status: 'PendingAuth' | 'Linked' | 'Unlinked' | 'Deauthorized'; credentials: string | null; created_at: Date;
    linked_at: Date | null; last_sync_at: Date | null;
  };
  connection_error: {
    account_id: string; company_id: string; connection_id: string; at: Date; code: string; message: string;
    resolved_at: Date | null;
  };
  connection_import: {
    account_id: string; token_hash: string; platform_key: string; tokens: string; version: Generated<number>;
    expires_at: Date; fence: Generated<number>; lease_until: Date | null; changed_at: Date;
  };
  connection_sync_schedule: {
    account_id: string; company_id: string; connection_id: string; data_type: string;
    schedule: 'hourly' | 'daily' | 'weekly' | 'monthly'; next_at: Date;
  };
  connection_sync_settings: {
    account_id: string; company_id: string; connection_id: string; settings: ColumnType<unknown, string, string>;
  };
  consumer: {
    account_id: string; consumer_id: string; lane: Generated<number>; name: string; url: string; event_types: string[];
    channels: string[] | null; headers: string | null; authorization_header: string | null; secret: string;
    previous_secret: string | null; previous_secret_until: Date | null; rate_limit_per_second: number | null;
    concurrency_max: number | null; is_ordered: Generated<boolean>; is_enabled: Generated<boolean>;
    disabled_at: Date | null; disabled_reason: 'client' | 'failing' | 'gone' | null; failing_since: Date | null;
    warned_at: Date | null; hold_until: Date | null; created_at: Date; version: Generated<number>;
    is_disabled_by_410: Generated<boolean>; filter: string | null;
    filter_rules: ColumnType<unknown, string | null | undefined, string | null>; fields: string[] | null;
    public_key: string | null; previous_public_key: string | null; oauth_token_url: string | null;
    oauth_client_id: string | null; oauth_client_secret: string | null; oauth_scope: string | null;
  };
  custom_mapping: {
    account_id: string; platform_key: string; data_type: string; connection_id: string; version: number;
    company_id: string | null; fields: ColumnType<unknown, string, string>; digest: string | null;
    is_current: Generated<boolean>; created_at: Date;
  };
  data_set: {
    account_id: string; company_id: string; data_set_id: Generated<number>; connection_id: string; data_type: string;
    published_generation: Generated<number>; oldest_generation: Generated<number>; published_at: Date | null;
    total: Generated<number>; deleted: Generated<number>; cursor: string | null; last_full_at: Date | null;
    latest_sync_id: string | null; latest_successful_sync_id: string | null; last_successful_at: Date | null;
    requested_at: Date; writing_generation: number | null; writing_added: Generated<number>;
    writing_updated: Generated<number>; writing_deleted: Generated<number>; writing_restored: Generated<number>;
    made_by: Generated<string | null>; mapping: Generated<string | null>; writing_remapped: Generated<number>;
    is_remap_due: Generated<boolean>; shown_mapping: string | null; held_versions: Generated<number>;
    held_bytes: Generated<number>;
  };
  database_size: { taken_at: Date; bytes: number };
  delivery: {
    account_id: string; message_id: string; consumer_id: string; lane: number; due_at: Date;
    attempts: Generated<number>; first_at: Date | null; cause: Generated<'e' | 't' | 's' | 'c' | 'p'>;
  };
  delivery_count: {
    account_id: string; quarter: Date; consumer_id: string; delivered: number; failed: number; ms_1: number;
    ms_2: number; ms_3: number; ms_5: number; ms_8: number; ms_12: number; ms_20: number; ms_30: number; ms_50: number;
    ms_80: number; ms_120: number; ms_200: number; ms_300: number; ms_500: number; ms_800: number; ms_1200: number;
    ms_2000: number; ms_3000: number; ms_5000: number; ms_8000: number;
  };
  departed_name: { account_id: string; kind: 'key' | 'company' | 'state'; name: string };
  event_log_use: {
    account_id: string; api_key_id: string; endpoint: string; day: string; calls: number; first_at: Date; last_at: Date;
  };
  failure: {
    account_id: string; message_id: string; consumer_id: string; company_id: string | null;
    reason: 'exhausted' | 'gone' | 'cancelled'; ended_at: Date;
  };
  idempotent_request: {
    account_id: string; idempotency_key: string; fingerprint: Buffer; status_code: number;
    headers: ColumnType<Record<string, string>, string, string>; body: string | null; created_at: Date;
  };
  invitation: {
    account_id: string; invitation_id: string; email: string; role: 'viewer' | 'developer' | 'administrator';
    token_hash: Buffer; invited_by: string; is_mailed: boolean; created_at: Date; expires_at: Date;
    used_at: Date | null;
  };
  kept_content: {
    account_id: string; content_id: string; hash: Buffer | null; bytes: number | null; data_key: string; began_at: Date;
    writing_for: string | null; is_suspect: Generated<boolean>;
  };
  kept_content_part: { account_id: string; content_id: string; part: number; sealed: Buffer };
  kept_file: {
    account_id: string; company_id: string; connection_id: string; file_id: string; version: Buffer;
    content_id: string | null; reason: 'fileTooLarge' | 'accountFull' | 'notFound' | 'unreadable' | null;
    checked_at: Date; missing_since: Date | null;
  };
  kept_list: { account_id: string; kept_id: Buffer; records: string[]; kept_at: Date };
  kept_total: { account_id: string; bytes: number };
  kept_work: {
    account_id: string; company_id: string; connection_id: string; wanted_at: Date | null; asked: Generated<number>;
    lease_until: Date | null; fence: Generated<number>;
  };
  lanes_watch: { one_row: Generated<boolean>; seen_at: Date };
  limit_reached: { account_id: string; limit_window: 'minute' | 'day'; resets_at: Date };
  link_settings: {
    account_id: string; return_url: string | null; display_name: string | null; changed_at: Date; logo: string | null;
    color: string | null;
  };
  list_horizon: {
    one_row: Generated<boolean>; server: Generated<string>; era: Generated<number>; kept_from: Generated<string>;
    latest: Generated<string>;
  };
  list_moment: { taken_at: Date; oldest: string };
  member: { account_id: string; person_id: string; role: 'viewer' | 'developer' | 'administrator'; joined_at: Date };
  message: {
    account_id: string; message_id: string; event_type: string; company_id: string | null; connection_id: string | null;
    recipients: number; is_test: Generated<boolean>; created_at: Date; body: string; made_by: Generated<string | null>;
    trace: Generated<string | null>;
  };
  message_log: { account_id: string; epoch: number };
  message_total: {
    account_id: string; filter_hash: Buffer; day: string; epoch: number; through: string; total: number;
    counted_at: Date;
  };
  migration_consumer: {
    account_id: string; consumer_id: string; rehearsal_id: string | null; plan_key: string; url: string;
    version: number; made_at: Date; retired_at: Date | null; removed_at: Date | null;
  };
  migration_step: {
    account_id: string; step_id: string; kind: 'declared' | 'requested' | 'rehearsed' | 'applied' | 'rolledBack';
    at: Date; by_whom: string; source: 'client' | 'operator';
    detail: ColumnType<Record<string, unknown>, string | undefined, string>;
  };
  notice: {
    account_id: string; condition_id: string; phase: 'opened' | 'recovered'; medium: 'email' | 'chat' | 'browser';
    recipient_id: string; message_id: string | null; attempts: Generated<number>; due_at: Date | null;
    told_at: Date | null;
  };
  notice_chat: {
    account_id: string; chat_id: string; owner: Generated<string | null>; name: string; url: string; shown_url: string;
    kinds: string[]; muted_until: Date | null; created_at: Date; last_sent_at: Date | null; last_error: string | null;
  };
  notice_choice: {
    account_id: string; person_id: string; kind: string; medium: 'email' | 'browser'; owner: Generated<string | null>;
    muted_until: Date | null;
  };
  notice_condition: {
    account_id: string; condition_id: string; owner: Generated<string | null>; kind: string; subject: string;
    company_id: string | null; name: string; detail: string; page: string; since: Date; opened_at: Date;
    recovered_at: Date | null;
  };
  oauth_application: {
    account_id: string; platform_key: string; client_id: string; client_secret: string; notification_key: string | null;
    created_at: Date; changed_at: Date;
  };
  oauth_revocation: {
    account_id: string; connection_id: string; removed_at: Date; platform_key: string; tenant: string;
    client_id: string; tokens: string; attempts: Generated<number>; retry_at: Date;
  };
  oauth_state: {
    account_id: string; state_hash: string; browser_hash: string; company_id: string; connection_id: string;
    client_id: string; code_verifier: string; expires_at: Date;
  };
  oauth_token: {
    account_id: string; company_id: string; connection_id: string; platform_key: string; tenant: string;
    client_id: string; tokens: string; version: number; expires_at: Date; renewed_at: Date; fence: Generated<number>;
    lease_until: Date | null; retry_at: Date | null; refused_at: Date | null; restored_at: Date | null;
  };
  password_reset: {
    token_hash: Buffer; person_id: string; is_mailed: boolean; created_at: Date; expires_at: Date; used_at: Date | null;
  };
  past_row: {
    account_id: string; relation: string; scope_id: string; ended_by: string; row_id: string; made_by: string | null;
    content: ColumnType<unknown, string, string>;
  };
  person: {
    person_id: string; email: string; name: string; is_operator: Generated<boolean>; password_hash: string | null;
    email_verified_at: Date | null; totp_secret: string | null; totp_confirmed_at: Date | null;
    totp_step: number | null; sso_issuer: string | null; sso_subject: string | null; created_at: Date;
    last_seen_at: Date | null;
  };
  platform_call: {
    account_id: string; call_id: string; at: Date; company_id: string; connection_id: string; purpose: string;
    sync_id: string | null; push_id: string | null; data_type: string | null; method: string; host: string;
    path: string; query: string | null; status: number | null; error: string | null; duration_ms: number; bytes: number;
    waited_ms: number; retry_at: Date | null; made_by: Generated<string | null>;
  };
  process: {
    process_id: string; role: string; host: string; pid: number; version: string; started_at: Date; heartbeat_at: Date;
  };
  proof: {
    account_id: string; company_id: string; sequence: number; proof_id: string; data_set_id: number;
    connection_id: string; data_type: string; generation: number; published_at: Date; records: number; depth: number;
    root: Buffer; previous: Buffer; hash: Buffer; public_key: string; signature: Buffer; signed_at: Date;
  };
  proof_key: { public_key: string; private_key: string | null; created_at: Date; retired_at: Date | null };
  proof_set: {
    account_id: string; company_id: string; data_set_id: number; generation: Generated<number>;
    depth: Generated<number>; asked: Generated<number>; done: Generated<number>; retry_at: Date | null;
  };
  proof_span: {
    account_id: string; company_id: string; data_set_id: number; first_id: string; records: number; hash: Buffer;
  };
  provider_budget: { budget: string; busy_until: Date; granted: number };
  publication: {
    account_id: string; position: number; company_id: string; data_set_id: number; generation: number;
    sync_id: string | null; published_at: Date; total: number; changes: number; is_collected: Generated<boolean>;
    push_id: string | null; remapped: Generated<number>;
  };
  purge_receipt: {
    account_id: string; company_id: string; requested_at: Date; purged_at: Date | null;
    erased: ColumnType<Record<string, number> | null, string | null | undefined, string | null>;
    made_by: Generated<string | null>;
  };
  purged_proof: {
    account_id: string; chain: Buffer; sequence: number; content_hash: Buffer; hash: Buffer; public_key: string;
    signature: Buffer;
  };
  push: {
    account_id: string; company_id: string; push_id: string; connection_id: string; number: number;
    platform_key: string; data_type: string; operation: 'create' | 'update' | 'delete';
    status: 'Pending' | 'Success' | 'Failed' | 'TimedOut'; step: 'waiting' | 'sent' | 'accepted' | 'known' | 'unknown';
    record_id: string | null; record: string | null; prepared: string | null; ticket: string | null; requested_at: Date;
    timeout_minutes: number; times_out_at: Date; completed_at: Date | null; resolved_at: Date | null;
    attempts: Generated<number>; sent_at: Date | null; retry_at: Date | null; status_code: number;
    provider_status: number | null; error_message: string | null;
    validation: ColumnType<unknown, string | null | undefined, string | null>; made_by: Generated<string | null>;
    last_poll_status: number | null; trace: Generated<string | null>; condition: string | null; group_id: string | null;
    group_step: string | null;
  };
  push_group: {
    account_id: string; company_id: string; group_id: string; connection_id: string;
    status: 'Running' | 'Undoing' | 'Succeeded' | 'Failed' | 'Undone' | 'UndoFailed'; on_failure: 'stop' | 'undo';
    timeout_minutes: number; requested_at: Date; completed_at: Date | null;
  };
  push_group_step: {
    account_id: string; company_id: string; group_id: string; position: number; step_key: string; data_type: string;
    operation: 'create' | 'update' | 'delete'; wanted: string;
    validation: ColumnType<unknown, string | null | undefined, string | null>;
    undo: 'void' | 'delete' | 'archive' | null;
    outcome: 'notStarted' | 'running' | 'succeeded' | 'failed' | 'undoing' | 'undone' | 'undoFailed';
    record_id: string | null; error_message: string | null; push_id: string | null; undo_push_id: string | null;
  };
  push_lane: {
    account_id: string; company_id: string; connection_id: string; platform_key: string; last_number: Generated<number>;
    fence: Generated<number>; lease_until: Date | null; wake_at: Date | null;
  };
  record: {
    account_id: string; company_id: string; data_set_id: number; record_id: string; gen_from: number;
    gen_to: number | null; change: 'a' | 'u' | 'd'; hash: Buffer; status: string | null; date1: Generated<Date>;
    date2: Generated<Date>; amount1: string | null; amount1_f: Generated<number>; amount2: string | null;
    amount2_f: Generated<number>; ref1: string | null; payload: ColumnType<object, string, string>;
    source: string | null; is_remapped: boolean | null; leaf: Buffer | null;
  };
  recovery_code: { person_id: string; hash: Buffer };
  redelivery: {
    account_id: string; redelivery_id: string; consumer_id: string; kind: 'recover' | 'replay' | 'retry'; since: Date;
    until: Date; status: 'Queued' | 'Running' | 'Complete' | 'Cancelled'; requested_at: Date; completed_at: Date | null;
    total: number; done: Generated<number>; through: string | null; touched_at: Date;
  };
  rehearsal: {
    account_id: string; rehearsal_id: string; started_at: Date; until: Date; events_max: number; to_url: string | null;
    ended_at: Date | null;
  };
  rehearsal_event: { account_id: string; rehearsal_id: string; event_id: string; rule_type: string; at: Date };
  remembered_total: {
    account_id: string; list: string; version: number; filter_hash: Buffer; total: number; counted_at: Date;
    since: string | null; changes: number | null;
  };
  request_log: {
    account_id: string; request_id: string; actor_kind: string; actor_id: string | null; actor_name: string;
    method: string; operation: string | null; path: string; query: string | null; company_id: string | null;
    status: number | null; code: string | null; duration_ms: number; bytes: number; address: string | null;
    made_by: Generated<string | null>;
  };
  request_log_count: { account_id: string; day: string; total: number };
  request_quota: {
    account_id: string; minute_start: Date; minute_used: number; day_start: Date; day_used: number; granted: number;
  };
  rule: {
    account_id: string; rule_id: string; rule_type: string; company_id: string | null; webhook_url: string | null;
    emails: Generated<string[]>; created_at: Date; changed_at: Date;
  };
  seen_page: { account_id: string; company_id: string; data_set_id: number; page: number; ids: string[] };
  session: {
    session_id: string; token_hash: Buffer; person_id: string; in_account: string | null; created_at: Date;
    last_seen_at: Date; address: string; user_agent: string; signed_in_by: string | null; proved_at: Date | null;
  };
  standing_day: { account_id: string; day: string; began_at: Date };
  standing_query: {
    account_id: string; standing_query_id: string; consumer_id: string; company_id: string | null; data_type: string;
    name: string; query: string; created_at: Date; follows_day: Generated<boolean>;
  };
  standing_run: {
    account_id: string; company_id: string; data_set_id: number; generation: number; published_at: Date;
    told_through: Generated<string>; due_at: Date; day: Generated<string>; is_day_change: Generated<boolean>;
  };
  sync: {
    account_id: string; company_id: string; sync_id: string; data_set_id: number; connection_id: string;
    platform_key: string; data_type: string; trigger: 'first' | 'schedule' | 'manual' | 'mapping';
    status: 'Queued' | 'Fetching' | 'Waiting' | 'Publishing' | 'Complete' | 'FetchError' | 'AuthError' | 'PermissionsError' | 'NotSupported' | 'InternalError' | 'Cancelled';
    requested_at: Date; started_at: Date | null; completed_at: Date | null; generation: number | null;
    is_full: boolean | null; fence: Generated<number>; lease_until: Date | null; resume_at: string | null;
    cursor: string | null; pages: Generated<number>; records: Generated<number>; added: Generated<number>;
    updated: Generated<number>; unchanged: Generated<number>; deleted: Generated<number>; restored: Generated<number>;
    attempts: Generated<number>; error_code: string | null; error_message: string | null; retry_at: Date | null;
    is_deletion_confirmed: Generated<boolean>; timeline: ColumnType<unknown, string | undefined, string>;
    began_after: number | null; made_by: Generated<string | null>; expected: number | null; mapping: string | null;
    remap_at: string | null; remapped: Generated<number>; unmapped: Generated<number>; unreadable: Generated<number>;
    confirmed_checks: Generated<string[]>;
  };
  sync_demand: {
    account_id: string; company_id: string; connection_id: string; data_type: string; max_age_seconds: number | null;
    max_age_at: Date | null; read_at: Date | null; read_days: Generated<number[]>; due_at: Date | null;
  };
  sync_schedule: {
    account_id: string; company_id: string; data_type: string; schedule: 'hourly' | 'daily' | 'weekly' | 'monthly';
    next_at: Date;
  };
  upload: {
    account_id: string; company_id: string; upload_id: string; connection_id: string; file_name: string; bytes: number;
    content_hash: string; status: 'Received' | 'Unreadable' | 'Confirmed' | 'Replaced';
    found: ColumnType<unknown, string | null | undefined, string | null>; problem: string | null;
    reading: ColumnType<unknown, string | null | undefined, string | null>; mode: 'replace' | 'append' | null;
    records: number | null; problems: number | null; uploaded_at: Date; confirmed_at: Date | null;
  };
  upload_part: { account_id: string; company_id: string; upload_id: string; part: number; content: Buffer };
  upload_reading: {
    account_id: string; company_id: string; connection_id: string; columns_key: string;
    reading: ColumnType<unknown, string, string>; mode: 'replace' | 'append'; changed_at: Date;
  };
  upload_use: {
    account_id: string; company_id: string; upload_id: string; data_type: string; connection_id: string;
    position: number; is_current: boolean; sync_id: string | null;
  };
  webhook_profile: { account_id: string; authorization_header: string | null; changed_at: Date };
};
