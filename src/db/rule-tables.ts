import type { ColumnType, Generated } from 'kysely';

/** Tables of rules and alerts, the older generation of webhooks (schema/0009-rules.sql). */
export type RuleTables = {
  alert: AlertTable;
  alert_delivery: AlertDeliveryTable;
  event_log_use: EventLogUseTable;
  rule: RuleTable;
  webhook_profile: { account_id: string; authorization_header: string | null; changed_at: Date };
};

export type RuleTable = {
  account_id: string;
  rule_id: string;
  rule_type: string;
  company_id: string | null;
  webhook_url: string | null;
  emails: string[];
  created_at: Date;
  changed_at: Date;
};

export type AlertTable = {
  account_id: string;
  alert_id: string;
  rule_id: string;
  event_id: string;
  rule_type: string;
  company_id: string | null;
  connection_id: string | null;
  raised_at: Date;
  body: string;
};

export type AlertDeliveryTable = {
  account_id: string;
  alert_id: string;
  notifier: number;
  kind: 'webhook' | 'email';
  target: string;
  status: Generated<'pending' | 'delivered' | 'failed'>;
  due_at: Date;
  attempts: ColumnType<{ at: string; statusCode?: number; error?: string }[], string | undefined, string>;
  ended_at: Date | null;
};

export type EventLogUseTable = {
  account_id: string;
  api_key_id: string;
  endpoint: string;
  day: string;
  calls: number;
  first_at: Date;
  last_at: Date;
};
