import type { Clock } from '../clock.ts';
import type { Tx } from '../db/db.ts';
import { type Author, addStep } from './store.ts';

/**
 * What only the client can say. The portal calls these for a person who is signed in; the operator records what was said
 * elsewhere. No operation that is open to an API key may: the requirement leaves the migration to people.
 */

/** "Our application does not rely on RuleId." */
export async function declareRuleIdUnused(ctx: { clock: Clock }, tx: Tx, author: Author): Promise<void> {
  await addStep(ctx, tx, { kind: 'declared', ...author });
}

/** "Please migrate us." */
export async function requestMigration(ctx: { clock: Clock }, tx: Tx, author: Author): Promise<void> {
  await addStep(ctx, tx, { kind: 'requested', ...author });
}
