import { createContext, useContext } from 'react';
import type { Answer } from '../../api.ts';

export type Company = Answer<'getCompany'>;

/** The company that the page belongs to, loaded by `CompanyLayout`. */
export const CompanyContext = createContext<Company | undefined>(undefined);

export function useCompany(): Company {
  const company = useContext(CompanyContext);
  if (!company) throw new Error('useCompany needs a CompanyContext around it.');
  return company;
}
