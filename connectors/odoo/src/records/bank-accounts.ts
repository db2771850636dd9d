import { odooType } from '../odoo-type.ts';
import { fields, related } from '../specification.ts';
import { optionalText } from '../values.ts';
import type { CurrencyRef, Ref, Stamps, Text } from '../wire.ts';
import { codeOf, currencyField, stamps } from './parts.ts';

type WireJournal = Stamps & {
  name: string;
  type: string;
  currency_id: CurrencyRef | false;
  company_id: { id: number; currency_id: CurrencyRef };
  default_account_id: { id: number; current_balance: number } | false;
  bank_account_id: { id: number; acc_number: Text; acc_type?: Text; bank_id: Ref | false } | false;
};

/** A bank account is a journal. Its balance is that of its ledger account, in the company's own currency. */
export const bankAccounts = odooType({
  dataType: 'bankAccounts',
  model: 'account.journal',
  company: 'inherited',
  domain: [['type', 'in', ['bank', 'cash', 'credit']]],
  fields: fields(
    ...['name', 'type', stamps],
    currencyField,
    related('company_id', currencyField),
    related('default_account_id', 'current_balance'),
    related('bank_account_id', 'acc_number', 'acc_type', related('bank_id', 'name')),
  ),
  movedBy: 'all',
  map: (wire: WireJournal) => {
    const bank = wire.bank_account_id || undefined;
    const number = optionalText(bank?.acc_number);
    return {
      accountName: wire.name,
      accountNumber: number,
      iBan: bank?.acc_type === 'iban' ? number : undefined,
      institution: bank?.bank_id ? optionalText(bank.bank_id.name) : undefined,
      currency: codeOf(wire.currency_id || wire.company_id.currency_id),
      balance: wire.default_account_id ? wire.default_account_id.current_balance : 0,
    };
  },
});
