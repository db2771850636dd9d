import { catalogue } from './catalogue.ts';
import texts from './en/webhooks.json' with { type: 'json' };

export const t = catalogue('webhooks', texts);
