/** The scopes that an API key can have. */
export const scopes = ['read', 'push', 'manage', 'webhooks', 'keys', 'passThrough'] as const;
export type Scope = (typeof scopes)[number];

/** Scopes of a key that is created without naming any. `passThrough` must be named, because it can do all that the platform allows. */
export const scopesByDefault = scopes.filter((scope) => scope !== 'passThrough');

/**
 * Roles in an account. A viewer can read. A developer can also make changes. An administrator can also manage keys, the
 * team and the migration.
 */
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
  /** True for the operator's staff. */
  isOperator: boolean;
  /**
   * True if the person must first set up a second factor. This applies to the operator's staff and to members of
   * accounts that require it.
   */
  needsSecondFactor: boolean;
  /** Time at which the person last proved their identity by password or single sign-on. */
  provedMs: number;
};

/** The caller of a request, with everything that the checks after authentication need. */
export type Principal = {
  accountId: string;
  /** Null for a person. */
  apiKeyId: string | null;
  /** Null for an API key. */
  person: Person | null;
  keyName: string;
  scopes: readonly Scope[];
  /** Limits a key to companies that have all of these tags. Null means all companies. */
  companyTags: Readonly<Record<string, string>> | null;
  /** Time at which the key expires. Absent for a person and for a key that does not expire. */
  keyExpiresMs?: number;
  plan: 'free' | 'paid';
  accountCreatedMs: number;
  /** Rate limit that the operator has set for this account. Null means the default. */
  requestsPerMinute: number | null;
};

/**
 * Returns whether the caller may see secrets that allow changing a company, such as the URL of the company's link page.
 */
export function mayManage({ person, scopes }: Principal): boolean {
  if (!person) return scopes.includes('manage');
  return person.role !== null && roles.indexOf(person.role) >= roles.indexOf('developer');
}

/** Takes the place of the account id for callers that belong to no account. Only rows of the audit log contain it. */
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

/** The parts of a request that identify the caller. */
export type Asking = {
  method: string;
  headers: {
    authorization?: string | undefined;
    cookie?: string | undefined;
    origin?: string | undefined;
    'sec-fetch-site'?: string | string[] | undefined;
  };
};
