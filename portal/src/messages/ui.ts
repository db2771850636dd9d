import { catalogue } from './catalogue.ts';
import texts from './en/ui.json' with { type: 'json' };

export const t = catalogue('ui', texts);
