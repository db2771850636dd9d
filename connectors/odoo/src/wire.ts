/** Odoo's records in the form that `web_search_read` returns. An empty value of any type is `false`. */
export type Text = string | false;
export type Stamps = { id: number; write_date?: string };
/** A related record that was read with its `display_name` or `name`. */
export type Ref = { id: number; display_name?: string; name?: Text };
export type CurrencyRef = { id: number; name: string };
export type TaxRef = { id: number; name: string; amount: number; amount_type: string };
