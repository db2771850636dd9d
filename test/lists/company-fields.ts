import type { FieldTable } from './evaluate-filter.ts';

/** The fields of companies for filters, listed by hand. Tags can have any key; the tests use these. */
export const companyFieldTable: FieldTable = {
  companyId: 'uuid',
  name: 'text',
  description: 'text',
  'tags.region': 'text',
  'tags.größe-2_x': 'text',
  created: 'time',
  lastSync: 'time',
  createdByUserName: 'text',
};
