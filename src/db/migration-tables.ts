import type { ColumnType, Generated } from 'kysely';

/** Tables of the migration from rules to consumers (schema/0010-migration.sql). */
export type MigrationTables = {
  migration_consumer: MigrationConsumerTable;
  migration_step: MigrationStepTable;
  rehearsal: RehearsalTable;
  rehearsal_event: { account_id: string; rehearsal_id: string; event_id: string; rule_type: string; at: Date };
};

export type MigrationStepTable = {
  account_id: string;
  step_id: string;
  kind: 'declared' | 'requested' | 'rehearsed' | 'applied' | 'rolledBack';
  at: Date;
  by_whom: string;
  source: 'client' | 'operator';
  detail: ColumnType<Record<string, unknown>, string, string>;
};

export type RehearsalTable = {
  account_id: string;
  rehearsal_id: string;
  started_at: Date;
  until: Date;
  events_max: number;
  to_url: string | null;
  ended_at: Date | null;
};

export type MigrationConsumerTable = {
  account_id: string;
  consumer_id: string;
  rehearsal_id: string | null;
  plan_key: string;
  url: string;
  version: number;
  made_at: Date;
  retired_at: Generated<Date | null>;
  removed_at: Generated<Date | null>;
};
