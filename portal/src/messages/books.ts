import { catalogue } from './catalogue.ts';
import texts from './en/books.json' with { type: 'json' };

export const t = catalogue('books', texts);
