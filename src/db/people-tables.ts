import type { ColumnType, Generated } from 'kysely';

/** Tables of people, their sessions and the audit trail (schema/0011-people.sql). */
export type PeopleTables = {
  attempt_count: { bucket: Buffer; since: Date; attempts: number };
  audit: AuditTable;
  invitation: InvitationTable;
  member: MemberTable;
  password_reset: PasswordResetTable;
  person: PersonTable;
  recovery_code: { person_id: string; hash: Buffer };
  session: SessionTable;
};

type RoleName = 'viewer' | 'developer' | 'administrator';

export type PersonTable = {
  person_id: string;
  email: string;
  name: string;
  is_operator: Generated<boolean>;
  password_hash: string | null;
  email_verified_at: Date | null;
  totp_secret: string | null;
  totp_confirmed_at: Date | null;
  totp_step: number | null;
  sso_issuer: string | null;
  sso_subject: string | null;
  created_at: Date;
  last_seen_at: Date | null;
};

export type SessionTable = {
  session_id: string;
  token_hash: Buffer;
  person_id: string;
  in_account: string | null;
  created_at: Date;
  last_seen_at: Date;
  address: string;
  user_agent: string;
  signed_in_by: string | null;
  proved_at: Date | null;
};

export type PasswordResetTable = {
  token_hash: Buffer;
  person_id: string;
  is_mailed: boolean;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

export type MemberTable = { account_id: string; person_id: string; role: RoleName; joined_at: Date };

export type InvitationTable = {
  account_id: string;
  invitation_id: string;
  email: string;
  role: RoleName;
  token_hash: Buffer;
  invited_by: string;
  is_mailed: boolean;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

export type AuditTable = {
  account_id: string;
  audit_id: string;
  at: Date;
  actor_kind: 'person' | 'key' | 'operator' | 'service' | 'link';
  actor_id: string | null;
  actor_name: string;
  operation: string;
  subject_kind: string;
  subject_id: string | null;
  subject_name: string | null;
  company_id: string | null;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  address: string | null;
  correlation_id: string | null;
};
