import type { Push } from '@daybook/connector-kit';
import { sql } from 'kysely';
import type { CustomField } from '../../connectors/custom-fields.ts';
import type { Tx } from '../../db/db.ts';

/** A custom field that a push may set. */
export type PushableField = CustomField & { pushTo: string };

type Place = { connectionId: string; platformKey: string; dataType: string };

/**
 * Returns the fields of the mapping in force that a push may set. A field that the connector no longer allows, after an
 * update of Daybook, is none.
 */
export async function findPushable(tx: Tx, push: Push, place: Place): Promise<PushableField[]> {
  if (!push.customFields) return [];
  const { rows } = await sql<{ mapping: { fields: CustomField[] } | null }>`select custom_mapping_of(
    ${tx.accountId}::uuid, ${place.connectionId}::uuid, ${place.platformKey}, ${place.dataType}) as mapping`.execute(
    tx,
  );
  const { pattern, types } = push.customFields;
  const isTaken = new RegExp(`^(?:${pattern})$`);
  return (rows[0]?.mapping?.fields ?? []).flatMap((field) =>
    field.pushTo !== undefined && isTaken.test(field.pushTo) && types.includes(field.type)
      ? [{ ...field, pushTo: field.pushTo }]
      : [],
  );
}
