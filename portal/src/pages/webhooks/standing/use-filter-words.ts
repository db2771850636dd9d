import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../../api.ts';
import { isExactNumber } from '../../../ui/code/exact-json.ts';
import { filterFields, filterValues, shapesOf } from '../../company/browse/record-fields.ts';

const isNumber = (value: unknown) => typeof value === 'number' || isExactNumber(value);

/** The fields and values to suggest in a filter: those of some records of a company, if one is chosen. */
export function useFilterWords({ companyId, dataType }: { companyId: string; dataType: string }) {
  const input = { companyId, dataType, pageSize: 50 };
  const { data } = useQuery({ ...read('listRecords', input, { exact: true }), enabled: companyId !== '' });
  return useMemo(() => {
    const records = companyId === '' ? [] : (data?.results ?? []);
    const shapes = shapesOf(records, isNumber);
    return { fields: filterFields(dataType, shapes), values: filterValues(dataType, shapes, records) };
  }, [companyId, dataType, data]);
}
