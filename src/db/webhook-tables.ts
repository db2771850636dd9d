import type { Generated } from 'kysely';

/** Tables of webhook consumers, the newer generation (schema/0006-webhooks.sql, schema/0018-webhooks.sql). */
export type WebhookTables = {
  attempt: AttemptTable;
  delivery_count: DeliveryCountTable;
  consumer: ConsumerTable;
  delivery: DeliveryTable;
  failure: FailureTable;
  message: MessageTable;
  message_log: MessageLogTable;
  message_total: MessageTotalTable;
  redelivery: RedeliveryTable;
};

export type ConsumerTable = {
  account_id: string;
  consumer_id: string;
  lane: Generated<number>;
  name: string;
  url: string;
  event_types: string[];
  channels: string[] | null;
  headers: string | null;
  authorization_header: string | null;
  secret: string;
  previous_secret: string | null;
  previous_secret_until: Date | null;
  rate_limit_per_second: number | null;
  concurrency_max: number | null;
  is_ordered: Generated<boolean>;
  is_enabled: Generated<boolean>;
  disabled_at: Date | null;
  disabled_reason: 'client' | 'failing' | 'gone' | null;
  failing_since: Date | null;
  warned_at: Date | null;
  hold_until: Date | null;
  created_at: Date;
  version: Generated<number>;
  is_disabled_by_410: Generated<boolean>;
};

export type MessageTable = {
  account_id: string;
  message_id: string;
  event_type: string;
  company_id: string | null;
  connection_id: string | null;
  recipients: number;
  is_test: Generated<boolean>;
  created_at: Date;
  body: string;
};

/**
 * Why a delivery is made: (e) an event, (t) a test, or a resend of (s) one message, (c) all failed messages, (p) all
 * missed messages.
 */
export type DeliveryCause = 'e' | 't' | 's' | 'c' | 'p';

export type DeliveryTable = {
  account_id: string;
  message_id: string;
  consumer_id: string;
  lane: number;
  due_at: Date;
  attempts: Generated<number>;
  first_at: Date | null;
  cause: Generated<DeliveryCause>;
};

export type FailureTable = {
  account_id: string;
  message_id: string;
  consumer_id: string;
  company_id: string | null;
  reason: 'exhausted' | 'gone' | 'cancelled';
  ended_at: Date;
};

export type AttemptTable = {
  account_id: string;
  message_id: string;
  attempt_id: string;
  consumer_id: string;
  number: number;
  cause: DeliveryCause;
  /**
   * (d) delivered, (f) failed, (x) exhausted, that is, failed without a retry left, (g) gone, that is, the response was
   * 410.
   */
  outcome: 'd' | 'f' | 'x' | 'g';
  status_code: number | null;
  error: string | null;
  answer: string | null;
  started_at: Date;
  duration_ms: number;
  next_at: Date | null;
};

/** The table also has latency columns named `ms_…`; see count-attempts.ts. */
export type DeliveryCountTable = {
  account_id: string;
  quarter: Date;
  consumer_id: string;
  delivered: number;
  failed: number;
};

export type RedeliveryTable = {
  account_id: string;
  redelivery_id: string;
  consumer_id: string;
  kind: 'recover' | 'replay' | 'retry';
  since: Date;
  until: Date;
  status: 'Queued' | 'Running' | 'Complete' | 'Cancelled';
  requested_at: Date;
  completed_at: Date | null;
  total: number;
  done: Generated<number>;
  through: string | null;
  touched_at: Date;
};

export type MessageLogTable = { account_id: string; epoch: number };

export type MessageTotalTable = {
  account_id: string;
  filter_hash: Buffer;
  day: string;
  epoch: number;
  through: string;
  total: number;
  counted_at: Date;
};
