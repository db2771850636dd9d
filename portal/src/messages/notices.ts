import { catalogue } from './catalogue.ts';
import texts from './en/notices.json' with { type: 'json' };

export const t = catalogue('notices', texts);
