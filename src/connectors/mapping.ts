import type { Connector } from '@daybook/connector-kit';

/**
 * Identifies what the records of a data set are computed with. It is part of the hash of a record (record-row.ts), and a
 * data set stores it. If it differs from the stored one, the records have to be computed again.
 */
export const mappingOf = ({ mappingVersion }: Pick<Connector, 'mappingVersion'>) => String(mappingVersion);
