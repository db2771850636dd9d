import * as accounts from './accounts/refusals.ts';
import * as attachments from './attachments/refusals.ts';
import type { ErrorAdvice } from './base/errors.ts';
import * as general from './base/errors.ts';
import * as companies from './companies/refusals.ts';
import * as connections from './connections/refusals.ts';
import * as data from './data/refusals.ts';
import * as snapshots from './data/snapshots/refusals.ts';
import * as access from './http/access/access-refusals.ts';
import * as http from './http/refusals.ts';
import * as legacy from './legacy/refusals.ts';
import * as links from './links/refusals.ts';
import * as lists from './lists/refusals.ts';
import * as mcp from './mcp/refusals.ts';
import * as notices from './notices/refusals.ts';
import * as passThrough from './pass-through/refusals.ts';
import * as people from './people/refusals.ts';
import * as proofs from './proofs/refusals.ts';
import * as push from './push/refusals.ts';
import * as restatements from './restatements/refusals.ts';
import * as standing from './standing/refusals.ts';
import * as sync from './sync/refusals.ts';
import * as uploads from './uploads/refusals.ts';
import * as webhooks from './webhooks/refusals.ts';

const modules: object[] = [
  general,
  accounts,
  access,
  attachments,
  companies,
  connections,
  data,
  http,
  legacy,
  links,
  lists,
  mcp,
  notices,
  passThrough,
  people,
  push,
  proofs,
  restatements,
  snapshots,
  standing,
  sync,
  uploads,
  webhooks,
];

/** The explanations of all error codes, collected from the exports of these modules. */
export const errorGuide: readonly ErrorAdvice[] = modules
  .flatMap((module) => Object.values(module))
  .filter(hasAdvice)
  .map(({ advice }) => advice)
  .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code));

function hasAdvice(exported: object): exported is { advice: ErrorAdvice } {
  return 'advice' in exported;
}
