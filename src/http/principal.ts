/** Who is asking: what authentication found out, and what the steps after it need. */
export const scopes = ['read', 'push', 'manage', 'webhooks', 'keys'] as const;
export type Scope = (typeof scopes)[number];

/** What a person may do in an account: look; change; also keys, the team and the migration. Each includes those before it. */
export const roles = ['viewer', 'developer', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** Somebody who is signed in. */
export type Person = {
  personId: string;
  sessionId: string;
  email: string;
  name: string;
  /** In the account that the session is in; null where it is in none. */
  role: Role | null;
  /** One of the operator's people. */
  isOperator: boolean;
  /** They must set one up before anything else: all operators, and members of accounts that demand it. */
  needsSecondFactor: boolean;
  /** When the password, or single sign-on, last showed that it is them. */
  provedMs: number;
};

export type Principal = {
  accountId: string;
  /** Null where a person is asking. */
  apiKeyId: string | null;
  /** Null where a key is asking. */
  person: Person | null;
  keyName: string;
  scopes: readonly Scope[];
  /** A key limited to companies that carry all of these tags; null for all companies. */
  companyTags: Readonly<Record<string, string>> | null;
  /** When the key ends; absent where it does not, or a person is asking. */
  keyExpiresMs?: number;
  plan: 'free' | 'paid';
  accountCreatedMs: number;
  /** The operator's own limit for this account, else null. */
  requestsPerMinute: number | null;
};

/** Whether secrets that let somebody change a company, such as its link, are shown to them. */
export function mayManage({ person, scopes }: Principal): boolean {
  if (!person) return scopes.includes('manage');
  return person.role !== null && roles.indexOf(person.role) >= roles.indexOf('developer');
}

/** The account of those who are in none: no row is theirs. */
export const noAccount = '00000000-0000-0000-0000-000000000000';

/** Asks for an operation that is open to anybody. */
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
