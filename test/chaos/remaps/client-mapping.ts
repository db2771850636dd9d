import { setTimeout as sleep } from 'node:timers/promises';
import type { CustomField } from '../../../src/connectors/custom-fields.ts';
import type { Stage } from './open-stage.ts';
import type { MappingOf } from './read-mappings.ts';
import { platformKey } from './shifting-platform/shifting-platform.ts';

const named = (name: string, path: string, type: CustomField['type']): CustomField => ({ name, path, type });

/** The mappings that the client sets one after the other. Each record has a value for each field. */
export const clientMappings: readonly CustomField[][] = [
  [named('ownNumber', 'number', 'text'), named('gross', 'gross_total', 'number')],
  [named('label', 'number', 'text'), named('gross', 'gross_total', 'number'), named('rate', 'exchange_rate', 'text')],
];

/** The names of the custom fields that a record has. */
export const fieldsOf: MappingOf = ({ customFields = {} }) => Object.keys(customFields).sort().join('+') || 'none';

/** The record in SQL with the fields of the last mapping. */
export const expectedRecord = `b.payload || jsonb_build_object('customFields', jsonb_build_object(
  'label', r.source::jsonb ->> 'number', 'gross', r.source::jsonb -> 'gross_total',
  'rate', r.source::jsonb ->> 'exchange_rate'))`;

/** Until the request succeeds, because PostgreSQL may have crashed just before it. */
export async function putMapping(stage: Stage, fields: readonly CustomField[]): Promise<void> {
  for (;;) {
    const answer = await stage.account.send(`PUT /mappings/${platformKey}/invoices`, { body: { fields } });
    if (answer.status === 200) return;
    if (!stage.isOutage()) throw new Error(`The mapping was not replaced: ${answer.text}`);
    await sleep(200);
  }
}
