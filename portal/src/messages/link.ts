import { catalogue } from './catalogue.ts';
import texts from './en/link.json' with { type: 'json' };

export const t = catalogue('link', texts);
