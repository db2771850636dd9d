/** Texts in the filter language of lists, and the names of statuses in filters and in the column `status`. */
export const and = (...parts: string[]) => parts.join(' && ');
export const or = (...parts: string[]) => (parts.length === 1 ? (parts[0] ?? '') : `{${parts.join(' || ')}}`);
export const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

export const notDeleted = 'metadata.isDeleted=false';
export const currencyIs = (currency: string | null) => `currency=${currency ?? 'null'}`;

/** The column `status` is in lower case. */
export const stored = (statuses: readonly string[]) => statuses.map((status) => status.toLowerCase());
export const statusIn = (statuses: readonly string[]) => or(...statuses.map((status) => `status=${status}`));

/** Documents that count as invoiced: neither a draft nor void. */
export const isIssued = 'status!=Draft && status!=Void';
export const unissued = ['Draft', 'Void'];
