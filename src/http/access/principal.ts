/** The caller of a request: the result of authentication, and what later checks need. */
export const scopes = ['read', 'push', 'manage', 'webhooks', 'keys'] as const;
export type Scope = (typeof scopes)[number];

/** Roles in an account: view; change; manage keys, team and migration. Each role includes those before it. */
export const roles = ['viewer', 'developer', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** A signed-in person. */
export type Person = {
  personId: string;
  sessionId: string;
  email: string;
  name: string;
  /** Role in the session's current account; null if the session is in no account. */
  role: Role | null;
  /** Belongs to the operator's staff. */
  isOperator: boolean;
  /** Must first set up a second factor: the operator's staff, and members of accounts that require it. */
  needsSecondFactor: boolean;
  /** When the person last proved their identity by password or single sign-on. */
  provedMs: number;
};

export type Principal = {
  accountId: string;
  /** Null for a person. */
  apiKeyId: string | null;
  /** Null for an API key. */
  person: Person | null;
  keyName: string;
  scopes: readonly Scope[];
  /** Limits a key to companies that have all of these tags; null: all companies. */
  companyTags: Readonly<Record<string, string>> | null;
  /** When the key expires; absent if it does not expire, or for a person. */
  keyExpiresMs?: number;
  plan: 'free' | 'paid';
  accountCreatedMs: number;
  /** Rate limit that the operator has set for this account; null: the default. */
  requestsPerMinute: number | null;
};

/** Whether the caller may see secrets that allow changing a company, such as its link. */
export function mayManage({ person, scopes }: Principal): boolean {
  if (!person) return scopes.includes('manage');
  return person.role !== null && roles.indexOf(person.role) >= roles.indexOf('developer');
}

/** Account id of callers without an account; no row belongs to it. */
export const noAccount = '00000000-0000-0000-0000-000000000000';

/** The caller of an `open` operation, which needs no authentication. */
export const nobody: Principal = {
  accountId: noAccount,
  apiKeyId: null,
  person: null,
  keyName: '',
  scopes: [],
  companyTags: null,
  plan: 'paid',
  accountCreatedMs: 0,
  requestsPerMinute: null,
};
