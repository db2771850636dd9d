/** Helpers for the values of records. A field that is undefined is left out of the record. */
export const present = (text: string | null | undefined) => text || undefined;

/** Translates an enum value of Xero. An unrecognised value becomes `Unknown`. */
export function translate(words: Readonly<Record<string, string>>, word: string | undefined): string {
  return word !== undefined && Object.hasOwn(words, word) ? (words[word] as string) : 'Unknown';
}

export const activity = { ACTIVE: 'Active', ARCHIVED: 'Archived' };

export const dayOf = (date: string) => date.slice(0, 10);
export const optionalDay = (date: string | undefined) => (date === undefined ? undefined : dayOf(date));

/** Document lines refer to a ledger account by its code, so the code is the account's id. */
export const accountRef = (code: string | undefined) => (code ? { id: code } : undefined);
export const taxRateRef = (taxType: string | undefined) => (taxType ? { id: taxType } : undefined);

export type XeroBankRef = { AccountID?: string; Code?: string; Name?: string };

/** A bank account often has no code; its id is then Xero's own, as in `accounts`. */
export const bankRef = ({ AccountID, Code, Name }: XeroBankRef) => ({
  id: Code || (AccountID ?? ''),
  name: present(Name),
});

export const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

/** A ledger account is identified by its code, or by its id if it has no code. Many bank accounts have no code. */
export const accountToSend = ({ id }: { id: string }) => (isUuid(id) ? { AccountID: id } : { Code: id });
