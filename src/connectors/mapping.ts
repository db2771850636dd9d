import { createHash } from 'node:crypto';
import type { Connector, PullInput } from '@daybook/connector-kit';
import type { CustomField } from './custom-fields.ts';

/** The custom fields of a data set. `digest` identifies them. */
export type CustomMapping = { digest: string; fields: readonly CustomField[] };

/** What a sync passes to `pull`. The connector does not see the custom fields. */
export type MappedPullInput = PullInput & { custom?: CustomMapping };

/**
 * Identifies what the records of a data set are computed with: the version of the connector's mapping, and the custom
 * fields. It is part of the hash of a record (record-row.ts), and a data set stores it. If it differs from the stored
 * one, the records have to be computed again.
 */
export const mappingOf = (
  { mappingVersion }: Pick<Connector, 'mappingVersion'>,
  custom?: Pick<CustomMapping, 'digest'>,
) => (custom ? `${mappingVersion}+${custom.digest}` : String(mappingVersion));

/** Identifies custom fields by what records depend on. Null if there are none. */
export function digestOf(fields: readonly CustomField[]): string | null {
  if (fields.length === 0) return null;
  const parts = fields.map(({ name, path, type }) => JSON.stringify([name, path, type])).sort();
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);
}
