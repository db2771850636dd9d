import { lengthAt, textAt, valueAt } from '../calls.ts';
import type { QuickbooksScript } from '../quickbooks-client.ts';
import { ids } from './sales.ts';

/** Receipts, credit cards, balances of accounts, and the void of payments. */
export async function callMoney({ server, calls, api, refusedApi }: QuickbooksScript): Promise<void> {
  const { expect } = calls;
  const accountRef = (name: string) => {
    const found = [...server.books.rows.Account.values()].find(({ Name }) => Name === name);
    return { value: String(found?.Id) };
  };
  const balance = async (name: string) =>
    Number(valueAt(await api('getAccount', accountRef(name).value), 'CurrentBalance'));
  const [CustomerRef, ItemRef, VendorRef] = (['Customer', 'Item', 'Vendor'] as const).map((entity) => ({
    value: [...server.books.rows[entity].keys()][0],
  }));
  const Line = [
    {
      ...{ Amount: 20, DetailType: 'SalesItemLineDetail' },
      SalesItemLineDetail: { ItemRef, Qty: 2, UnitPrice: 10 },
    },
  ];
  const document = { CustomerRef, TxnDate: '2026-11-05', Line };
  const before = await balance('Undeposited Funds');
  const receipt = await api('createSalesReceipt', document);
  expect('account', textAt(receipt, 'DepositToAccountRef.name'), 'Undeposited Funds');
  expect('balance', valueAt(receipt, 'Balance'), 0);
  expect('received', (await balance('Undeposited Funds')) - before, 20);
  const changed = await api('updateSalesReceipt', { ...ids(receipt), DepositToAccountRef: accountRef('Current') });
  expect('moved', await balance('Undeposited Funds'), before);
  await api('updateSalesReceipt', { ...ids(changed), void: true });
  const voided = await api('getSalesReceipt', textAt(receipt, 'Id'));
  expect('voided', [valueAt(voided, 'TotalAmt'), textAt(voided, 'PrivateNote')], [0, 'Voided']);
  await api('deleteSalesReceipt', textAt(receipt, 'Id'));
  await refusedApi('getSalesReceipt', textAt(receipt, 'Id'));
  const refund = await api('createRefundReceipt', { ...document, DepositToAccountRef: accountRef('Current') });
  await api('updateRefundReceipt', { ...ids(refund), PrivateNote: 'n' });
  expect('total', valueAt(await api('getRefundReceipt', textAt(refund, 'Id')), 'TotalAmt'), 20);
  await api('deleteRefundReceipt', textAt(refund, 'Id'));
  expect('receipts', lengthAt(await api('findSalesReceipts', { limit: 2 }), 'QueryResponse.SalesReceipt'), 2);
  expect('refunds', lengthAt(await api('findRefundReceipts', { limit: 1 }), 'QueryResponse.RefundReceipt'), 1);

  const cost = [
    {
      ...{ Amount: 7.5, DetailType: 'AccountBasedExpenseLineDetail' },
      AccountBasedExpenseLineDetail: { AccountRef: accountRef('Advertising') },
    },
  ];
  const owed = await balance('Visa');
  const byCard = { PaymentType: 'CreditCard', AccountRef: accountRef('Visa'), Line: cost };
  const spent = await api('createPurchase', byCard);
  expect('owed', (await balance('Visa')) - owed, -7.5);
  const back = await api('createPurchase', { ...byCard, Credit: true });
  expect('owed again', await balance('Visa'), owed);
  await refusedApi('createPurchase', {
    ...byCard,
    PaymentType: 'Cash',
    AccountRef: accountRef('Current'),
    Credit: true,
  });
  await refusedApi('createPurchase', { ...byCard, PaymentType: 'Cash' });
  const EntityRef = { type: 'Vendor', value: VendorRef?.value };
  const whole = (await api('getPurchase', textAt(spent, 'Id'))) as object;
  const kept = await api('updatePurchase', { ...whole, EntityRef, sparse: false });
  expect('vendor', textAt(kept, 'EntityRef.value'), VendorRef?.value);
  for (const one of [kept, back]) await api('deletePurchase', textAt(one, 'Id'));
  const inflow = [
    { Amount: 5, DetailType: 'DepositLineDetail', DepositLineDetail: { AccountRef: accountRef('Sales') } },
  ];
  await refusedApi('createDeposit', { DepositToAccountRef: accountRef('Visa'), Line: inflow });

  const bill = await api('createBill', { VendorRef, TxnDate: '2026-11-05', Line: cost });
  const link = [{ Amount: 7.5, LinkedTxn: [{ TxnId: textAt(bill, 'Id'), TxnType: 'Bill' }] }];
  const paid = await api('createBillPayment', {
    ...{ VendorRef, PayType: 'CreditCard', CreditCardPayment: { CCAccountRef: accountRef('Visa') } },
    ...{ TotalAmt: 7.5, Line: link },
  });
  expect('owed by the card', (await balance('Visa')) - owed, -7.5);
  await api('updateBillPayment', { ...ids(paid), void: true });
  expect('nothing paid', valueAt(await api('getBillPayment', textAt(paid, 'Id')), 'TotalAmt'), 0);
  expect('open again', valueAt(await api('getBill', textAt(bill, 'Id')), 'Balance'), 7.5);
}

/** A file is uploaded, attached to a record, found, described and deleted. */
export async function callFiles({ server, calls, api, refusedApi }: QuickbooksScript): Promise<void> {
  const { expect } = calls;
  const [receipt = ''] = server.books.rows.SalesReceipt.keys();
  const content = Buffer.from([0, 1, 2, 0xff, 0xfe, 13, 10, 45, 45]);
  const alone = await api('upload', 'slip.bin', 'application/octet-stream', content);
  expect('size', valueAt(alone, 'Size'), content.length);
  const attached = await api('upload', 'slip.bin', 'application/octet-stream', content, 'SalesReceipt', receipt);
  expect('owner', textAt(attached, 'AttachableRef.0.EntityRef.value'), receipt);
  const read = await api('getAttachable', textAt(attached, 'Id'));
  const file = await calls.call('the temporary address', () => readFile(server.url, textAt(read, 'TempDownloadUri')));
  expect('content', file, content.toString('hex'));
  await api('updateAttachable', { ...ids(read), Note: 'A slip' });
  const found = await api('findAttachables', { Note: 'A slip' });
  expect('found', textAt(found, 'QueryResponse.Attachable.0.Id'), textAt(attached, 'Id'));
  await api('createAttachable', { Note: 'Call them again' });
  for (const one of [alone, attached]) await api('deleteAttachable', textAt(one, 'Id'));
  await refusedApi('getAttachable', textAt(attached, 'Id'));
  await refusedApi('createAttachable', { AttachableRef: [{ EntityRef: { type: 'Invoice', value: '999999' } }] });
}

async function readFile(url: string, address: string): Promise<string> {
  const { pathname, search } = new URL(address);
  return Buffer.from(await (await fetch(`${url}${pathname}${search}`)).arrayBuffer()).toString('hex');
}
