import type { Break } from './break.ts';
import { ofArrivals } from './of-arrivals.ts';
import { ofAttachments } from './of-attachments.ts';
import { ofBooks } from './of-books.ts';
import { ofChecks } from './of-checks.ts';
import { ofConnectors } from './of-connectors.ts';
import { ofDevelopers } from './of-developers.ts';
import { ofFiles } from './of-files.ts';
import { ofKit } from './of-kit.ts';
import { ofLists } from './of-lists.ts';
import { ofMappings } from './of-mappings.ts';
import { ofOperations } from './of-operations.ts';
import { ofPassThrough } from './of-pass-through.ts';
import { ofPeople } from './of-people.ts';
import { ofProofs } from './of-proofs.ts';
import { ofPushes } from './of-pushes.ts';
import { ofResponses } from './of-responses.ts';
import { ofScreens } from './of-screens.ts';
import { ofTenants } from './of-tenants.ts';
import { ofWebhooks } from './of-webhooks.ts';

/** Every break that a test must notice, in the order of the ids. */
export const breaks: Break[] = [
  ...ofLists,
  ...ofResponses,
  ...ofProofs,
  ...ofPushes,
  ...ofAttachments,
  ...ofPassThrough,
  ...ofWebhooks,
  ...ofScreens,
  ...ofTenants,
  ...ofPeople,
  ...ofOperations,
  ...ofDevelopers,
  ...ofMappings,
  ...ofChecks,
  ...ofBooks,
  ...ofConnectors,
  ...ofFiles,
  ...ofKit,
  ...ofArrivals,
].sort((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));
