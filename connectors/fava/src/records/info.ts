import { defineType } from '@daybook/connector-kit';
import { currencyOf } from '../amounts.ts';
import { readOptions } from '../ledger.ts';
import { createPull, type FavaShared, fromSourceBy, recordOf } from '../pull-records.ts';

type InfoSource = { title: string; operating_currency: string[] };

export const mapInfo = ({ title, operating_currency: [currency] }: InfoSource) => ({
  companyName: title || 'Beancount',
  baseCurrency: currencyOf(currency),
});

export const info = defineType<FavaShared>({
  dataType: 'info',
  pull: ({ pageSize }) =>
    createPull(async (access) => {
      const { title, operating_currency } = await readOptions(access);
      return [recordOf('ledger', { title, operating_currency }, mapInfo)];
    }, pageSize),
  fromSource: fromSourceBy(mapInfo),
});
