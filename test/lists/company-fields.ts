import type { FieldTable } from './evaluate-filter.ts';

/** What can be filtered in a list of companies, by hand. Tags have free keys: these are the ones that the tests use. */
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
