/**
 * Tryton's records in the form that `decode` returns, with the fields that the `Source` of the data type requests.
 * Decimals are strings.
 */
export type Ref = { id: number; name?: string | null; rec_name?: string | null };
export type TaxRef = Ref & { rate?: string | null };
export type CurrencyRef = { id: number; code: string };
export type Stamps = { id: number; create_date: string | null; write_date: string | null };
