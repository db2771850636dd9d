import type { Generated } from 'kysely';

/** Tables for platforms that use OAuth 2 (schema/0013-oauth.sql). */
export type OauthTables = {
  oauth_application: OauthApplicationTable;
  oauth_revocation: OauthRevocationTable;
  oauth_state: OauthStateTable;
  oauth_token: OauthTokenTable;
};

export type OauthApplicationTable = {
  account_id: string;
  platform_key: string;
  client_id: string;
  client_secret: string;
  notification_key: string | null;
  created_at: Date;
  changed_at: Date;
};

export type OauthStateTable = {
  account_id: string;
  state_hash: string;
  browser_hash: string;
  company_id: string;
  connection_id: string;
  client_id: string;
  /** Sealed in one text together with the client's state; see `pending-seal.ts`. */
  code_verifier: string;
  expires_at: Date;
};

export type OauthTokenTable = {
  account_id: string;
  company_id: string;
  connection_id: string;
  platform_key: string;
  tenant: string;
  client_id: string;
  tokens: string;
  version: number;
  expires_at: Date;
  renewed_at: Date;
  fence: Generated<number>;
  lease_until: Date | null;
  retry_at: Date | null;
  refused_at: Date | null;
};

export type OauthRevocationTable = {
  account_id: string;
  connection_id: string;
  removed_at: Date;
  platform_key: string;
  tenant: string;
  client_id: string;
  tokens: string;
  attempts: Generated<number>;
  retry_at: Date;
};
