import { catalogue } from './catalogue.ts';
import texts from './en/settings.json' with { type: 'json' };

export const t = catalogue('settings', texts);
