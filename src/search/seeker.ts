import { type Principal, roles } from '../http/access/principal.ts';

/** Who searches, and what of the account they may find: the same as what the lists show them. */
export type Seeker = {
  accountId: string;
  /** Limits the companies, and what belongs to a company. */
  companyTags: Readonly<Record<string, string>> | null;
  /** Messages and consumers belong to the whole account. */
  seesWebhooks: boolean;
  /** Only administrators may read the audit log and the request log. */
  seesAudit: boolean;
  oldestMessageId: string;
  oldestRequestId: string;
};

/** A row of a statement that finds something, in the columns' order of `SearchHit`. */
export type HitRow = {
  kind: string;
  id: string;
  title: string;
  companyId: string | null;
  companyName: string | null;
  dataType: string | null;
  status: string | null;
  at: Date | null;
};

export function seekerOf(principal: Principal, oldest: Pick<Seeker, 'oldestMessageId' | 'oldestRequestId'>): Seeker {
  const { accountId, companyTags, person, scopes } = principal;
  const role = person?.role ?? null;
  return {
    accountId,
    companyTags,
    seesWebhooks: companyTags === null && (person ? role !== null : scopes.includes('webhooks')),
    seesAudit: role !== null && roles.indexOf(role) >= roles.indexOf('administrator'),
    ...oldest,
  };
}
