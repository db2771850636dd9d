import { catalogue } from './catalogue.ts';
import texts from './en/find.json' with { type: 'json' };

export const t = catalogue('find', texts);
