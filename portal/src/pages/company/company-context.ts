import { createContext, useContext } from 'react';
import type { Answer } from '../../api.ts';

export type Company = Answer<'getCompany'>;

/** The company whose pages these are; the layout has read it. */
export const CompanyContext = createContext<Company | undefined>(undefined);

export function useCompany(): Company {
  const company = useContext(CompanyContext);
  if (!company) throw new Error('There is no company around this.');
  return company;
}
