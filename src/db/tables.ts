import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** The tables as PostgreSQL has them (schema/*.sql). Rows are snake_case on purpose: casing tells the boundary. */
export type Tables = {
  account: AccountTable;
  api_key: ApiKeyTable;
  cell_secret: { name: string; sealed: string };
  cell_state: CellStateTable;
  company: CompanyTable;
  connection: ConnectionTable;
  connection_error: ConnectionErrorTable;
  company_list: { account_id: string; version: Generated<number>; total: Generated<number> };
  idempotent_request: IdempotentRequestTable;
  process: ProcessTable;
  purge_receipt: PurgeReceiptTable;
  remembered_total: RememberedTotalTable;
  request_quota: RequestQuotaTable;
};

export type AccountTable = {
  account_id: string;
  name: string;
  plan: 'free-trial' | 'free' | 'paid';
  requests_per_minute: number | null;
  created_at: Date;
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
};

export type CompanyTable = {
  account_id: string;
  company_id: string;
  name: string;
  description: string | null;
  tags: JSONColumnType<Record<string, string>>;
  link_token: string;
  created_at: Date;
  created_by: string | null;
  last_sync_at: Date | null;
  created_version: number;
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
  link_token: string;
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

export type PurgeReceiptTable = {
  account_id: string;
  company_id: string;
  requested_at: Date;
  purged_at: Date | null;
  erased: JSONColumnType<Record<string, number>> | null;
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
