import { listTitle, recordTitle } from './record-schema.ts';

const words = (title: string) => title.replace(/(?<=.)[A-Z]/g, ' $&').toLowerCase();
/** Such as `info`. */
const hasNoPlural = (dataType: string) => recordTitle(dataType) === listTitle(dataType);

/** Turns `creditNotes` into "a credit note". A data type without a plural becomes "an info record". */
export function oneOf(dataType: string): string {
  const name = words(recordTitle(dataType));
  const article = /^[aeiou]/.test(name) ? 'an' : 'a';
  return hasNoPlural(dataType) ? `${article} ${name} record` : `${article} ${name}`;
}

/** Turns `creditNotes` into "credit notes", and `balanceSheet` into "balance sheet records". */
export const manyOf = (dataType: string) =>
  hasNoPlural(dataType) ? `${words(listTitle(dataType))} records` : words(listTitle(dataType));
