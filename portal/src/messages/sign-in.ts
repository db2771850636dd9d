import { catalogue } from './catalogue.ts';
import texts from './en/sign-in.json' with { type: 'json' };

export const t = catalogue('sign-in', texts);
