import type { Tryton } from './session.ts';

/** A Tryton search domain: a condition (field, operator, value) or a list of conditions. */
export type Domain = readonly unknown[];

/**
 * How a data type is read from Tryton. The parameters of the functions are `never` because each data type has its own
 * wire type.
 */
export type Source = {
  model: string;
  domain: Domain;
  /** The field that must equal the user's company, because a database may have several companies. */
  company?: string;
  /** Conditions that limit the records to the user's company, if no single field says it. */
  ofCompany?: (company: number) => Domain;
  /**
   * Additional conditions for a full pass. With them, Tryton itself leaves out records for which `isOurs` is false. An
   * incremental pass must read those records, so that it can report them as deleted.
   */
  fullDomain?: Domain;
  /** The fields to read. A dotted name reads a field of a related record. */
  fields: readonly string[];
  /** Adds to the rows of a page what Tryton does not send with them. The stored source has it too. */
  complete?: (tryton: Pick<Tryton, 'call'>, rows: { id: number }[]) => Promise<void>;
  /**
   * Fields that refer to related records, such as `lines`. A change to a related record does not update the
   * modification date of the record itself. So an incremental pass also compares the modification dates of the related
   * records. The value `all` means that every pass reads all records.
   */
  movedBy: readonly string[] | 'all';
  /** The date field that is compared with `syncFrom`, the start date in the sync settings. */
  day?: string;
  context?: object;
  /** Whether a record belongs to this data type. An incremental pass reports any other record as deleted. */
  isOurs?: (wire: never) => boolean;
  map: (wire: never) => object;
};
