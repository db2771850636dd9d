import { catalogue } from './catalogue.ts';
import texts from './en/migration.json' with { type: 'json' };

export const t = catalogue('migration', texts);
