import { lengthAt, textAt, valueAt } from '../calls.ts';
import type { XeroScript } from '../xero-client.ts';

/** Organisation, accounts, items, tax rates, tracking categories and contacts. */
export async function callSettings({ server, calls, api, refusedApi }: XeroScript): Promise<void> {
  const { expect } = calls;
  const organisation = await api('getOrganisations');
  expect('name', textAt(organisation, 'body.organisations.0.name'), 'Demo Company (UK)');
  await api('getCurrencies');

  expect('accounts', lengthAt(await api('getAccounts'), 'body.accounts'), server.books.rows.Accounts.size);
  const banks = await api('getAccounts', undefined, 'Type=="BANK" && Status=="ACTIVE"', 'Name DESC');
  expect('first bank account', textAt(banks, 'body.accounts.0.name'), 'Business Savings');
  const account = await api('createAccount', { code: '411', name: 'Light', type: 'EXPENSE', description: 'Lamps' });
  const accountId = textAt(account, 'body.accounts.0.accountID');
  expect('class', textAt(account, 'body.accounts.0._class'), 'EXPENSE');
  await api('getAccount', accountId);
  const archived = await api('updateAccount', accountId, { accounts: [{ status: 'ARCHIVED' }] });
  expect('status', textAt(archived, 'body.accounts.0.status'), 'ARCHIVED');
  await api('deleteAccount', accountId);
  expect('still there', server.books.rows.Accounts.has(accountId), false);
  await refusedApi('createAccount', { code: '200', name: 'Again', type: 'SALES' });

  const given = [{ code: 'LAMP', name: 'Lamp', isSold: true, salesDetails: { unitPrice: 9.9999, accountCode: '200' } }];
  const item = await api('createItems', { items: given }, true, 4, 'item-1');
  const itemId = textAt(item, 'body.items.0.itemID');
  expect('price', valueAt(item, 'body.items.0.salesDetails.unitPrice'), 9.9999);
  const again = await api('createItems', { items: given }, true, 4, 'item-1');
  expect('one item for one key', textAt(again, 'body.items.0.itemID'), itemId);
  await api('getItem', itemId, 4);
  await api('getItem', 'LAMP');
  await api('updateItem', itemId, { items: [{ code: 'LAMP', name: 'Lamp, large' }] });
  expect('name', textAt(await api('getItem', itemId), 'body.items.0.name'), 'Lamp, large');
  expect('items', lengthAt(await api('getItems'), 'body.items'), server.books.rows.Items.size);
  await api('deleteItem', itemId);
  await refusedApi('getItem', itemId);

  expect('tax rates', lengthAt(await api('getTaxRates'), 'body.taxRates'), 4);
  const rate = { name: 'City', taxComponents: [{ name: 'City', rate: 2.5 }], reportTaxType: 'OUTPUT' };
  const made = await api('createTaxRates', { taxRates: [rate] });
  const taxType = textAt(made, 'body.taxRates.0.taxType');
  const deleted = await api('updateTaxRate', { taxRates: [{ name: 'City', taxType, status: 'DELETED' }] });
  expect('status', textAt(deleted, 'body.taxRates.0.status'), 'DELETED');

  expect('categories', lengthAt(await api('getTrackingCategories'), 'body.trackingCategories'), 1);
  const all = await api('getTrackingCategories', undefined, undefined, true);
  expect('with archived', lengthAt(all, 'body.trackingCategories'), 2);
  const category = await api('createTrackingCategory', { name: 'Department' });
  const categoryId = textAt(category, 'body.trackingCategories.0.trackingCategoryID');
  const option = await api('createTrackingOptions', categoryId, { name: 'Workshop' });
  const optionId = textAt(option, 'body.options.0.trackingOptionID');
  await api('updateTrackingOptions', categoryId, optionId, { name: 'Factory' });
  const found = await api('getTrackingCategory', categoryId);
  expect('option', textAt(found, 'body.trackingCategories.0.options.0.name'), 'Factory');
  await api('updateTrackingCategory', categoryId, { name: 'Departments' });
  await api('deleteTrackingOptions', categoryId, optionId);
  await api('deleteTrackingCategory', categoryId);

  const contact = await api('createContacts', { contacts: [{ name: 'Lamp Ltd', emailAddress: 'lamp@example.com' }] });
  const contactId = textAt(contact, 'body.contacts.0.contactID');
  const renamed = await api('updateContact', contactId, { contacts: [{ name: 'Lamps Ltd' }] });
  expect('email kept', textAt(renamed, 'body.contacts.0.emailAddress'), 'lamp@example.com');
  await api('updateOrCreateContacts', { contacts: [{ name: 'Lamps Ltd', firstName: 'Ada' }] });
  expect('first name', textAt(await api('getContact', contactId), 'body.contacts.0.firstName'), 'Ada');
  await api('updateContact', contactId, { contacts: [{ contactStatus: 'ARCHIVED' }] });
  const several = [{ name: 'One Ltd' }, { name: 'Two Ltd' }, { name: 'Basket Case' }];
  const some = await api('createContacts', { contacts: several }, false);
  expect('the third', valueAt(some, 'body.contacts.2.hasValidationErrors') ?? true, true);
  expect('the first', textAt(some, 'body.contacts.0.name'), 'One Ltd');
  await refusedApi('createContacts', { contacts: [{ name: 'Basket Case' }] });
}
