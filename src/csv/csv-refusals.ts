import { inputInvalid } from '../base/errors.ts';

/** What an export as CSV rejects. */
export const notWithCsv = (name: string) =>
  invalid(name, 'cannot be used with format=csv, which returns all results of the filter');
export const onlyWithCsv = () => invalid('columns', 'can be used only with format=csv');
export const tooManyColumns = (max: number) => invalid('columns', `can name at most ${max} fields`);

const invalid = (itemId: string, what: string) =>
  inputInvalid({ items: [{ itemId, message: `The parameter "${itemId}" ${what}.` }] });
