import { catalogue } from './catalogue.ts';
import texts from './en/companies.json' with { type: 'json' };

export const t = catalogue('companies', texts);
