import { catalogue } from './catalogue.ts';
import texts from './en/operator.json' with { type: 'json' };

export const t = catalogue('operator', texts);
