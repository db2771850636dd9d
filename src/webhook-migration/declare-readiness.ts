import type { Clock } from '../base/clock.ts';
import type { Tx } from '../db/db.ts';
import { type Author, addStep } from './store.ts';

/**
 * Statements that only the client can make. The portal calls these functions for a signed-in person. The operator uses
 * them to record statements that were made elsewhere. The requirements leave the migration to people, so API keys have
 * no access.
 */

/** Records the statement "Our application does not rely on RuleId." */
export async function declareRuleIdUnused(ctx: { clock: Clock }, tx: Tx, author: Author): Promise<void> {
  await addStep(ctx, tx, { kind: 'declared', ...author });
}

/** Records the request "Please migrate us." */
export async function requestMigration(ctx: { clock: Clock }, tx: Tx, author: Author): Promise<void> {
  await addStep(ctx, tx, { kind: 'requested', ...author });
}
