import { catalogue } from './catalogue.ts';
import texts from './en/overview.json' with { type: 'json' };

export const t = catalogue('overview', texts);
