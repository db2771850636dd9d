import { sql } from 'kysely';

/**
 * The columns of a new version of a record. `rowValues` are the values of the columns from `hash` to `leaf`, for a
 * statement that selects from `recordset`.
 */
export const rowColumns = sql.raw(
  `account_id, company_id, data_set_id, record_id, gen_from, change, hash, status, date1, date2,
    amount1, amount1_f, amount2, amount2_f, ref1, payload, source, leaf`,
);
export const rowValues = sql.raw(
  `hash, status, coalesce(date1, '-infinity'), coalesce(date2, '-infinity'),
    amount1, coalesce(amount1_f, '-Infinity'), amount2, coalesce(amount2_f, '-Infinity'), ref1, payload, source, leaf`,
);
