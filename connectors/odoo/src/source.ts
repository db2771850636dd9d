import type { Odoo } from './session.ts';
import type { Specification } from './specification.ts';

/** An Odoo search domain: conditions (field, operator, value), and operators in prefix notation. */
export type Domain = readonly unknown[];

/**
 * How a data type is read from Odoo. The parameters of the functions are `never` because each data type has its own
 * wire type.
 */
export type Source = {
  model: string;
  domain: Domain;
  /**
   * How records belong to a company, because a database may have several. `own`: to exactly one. `inherited`: to one
   * or to its parent, as with branches. `shared`: to one or to all. `self`: the company itself.
   */
  company: 'own' | 'inherited' | 'shared' | 'self';
  /**
   * Additional conditions for a full pass. With them, Odoo itself leaves out records for which `isOurs` is false. An
   * incremental pass must read those records, so that it can report them as deleted.
   */
  fullDomain?: Domain;
  fields: Specification;
  /**
   * Fields that refer to related records, such as `line_ids`. A change to a related record does not update the
   * modification date of the record itself. So an incremental pass also compares the modification dates of the related
   * records. The value `all` means that every pass reads all records.
   */
  movedBy: readonly string[] | 'all';
  /** The date field that is compared with `syncFrom`, the start date in the sync settings. */
  day?: string;
  /** Adds values that Odoo cannot return together with the rows. */
  complete?: (odoo: Odoo, rows: Row[]) => Promise<void>;
  /** Records of a second model that belong to this data type. They are on the last page of every pass. */
  more?: (odoo: Odoo) => Promise<{ source: Pick<Source, 'map'>; id: string; row: Row }[]>;
  /** How a stored row of the second model is mapped. Undefined for a row of the first model. */
  mapOfMore?: (row: Row) => Pick<Source, 'map'> | undefined;
  /** Whether a record belongs to this data type. An incremental pass reports any other record as deleted. */
  isOurs?: (wire: never) => boolean;
  map: (wire: never) => object;
};

export type Row = { id: number };
