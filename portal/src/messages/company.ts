import { catalogue } from './catalogue.ts';
import texts from './en/company.json' with { type: 'json' };

export const t = catalogue('company', texts);
