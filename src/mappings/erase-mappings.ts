import { type Eraser, tableEraser } from '../companies/erase-rows.ts';

/** The mappings of a company's connections. Those of the account stay. */
export const mappingErasers: readonly Eraser[] = [
  tableEraser({
    name: 'mappings',
    table: 'custom_mapping',
    key: { platform_key: 'text', data_type: 'text', connection_id: 'uuid', version: 'int' },
  }),
];
