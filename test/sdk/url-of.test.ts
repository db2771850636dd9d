import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../sdk/src/daybook.ts';

const daybook = createClient({ baseUrl: 'https://api.example.com/daybook/', apiKey: 'k' });

test('urlOf returns the URL of a request, including its query', () => {
  assert.equal(daybook.urlOf('listCompanies'), 'https://api.example.com/daybook/companies');
  assert.equal(
    daybook.urlOf('listRecords', { companyId: 'a/b', dataType: 'invoices', query: 'status=paid && x>1', page: 2 }),
    'https://api.example.com/daybook/companies/a%2Fb/data/invoices?page=2&query=status%3Dpaid+%26%26+x%3E1',
  );
  assert.throws(() => daybook.urlOf('getCompany', { companyId: '' }), /getCompany needs "companyId"/);
});
