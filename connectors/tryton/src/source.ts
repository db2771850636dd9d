/** A Tryton search domain: a condition (field, operator, value) or a list of conditions. */
export type Domain = readonly unknown[];

/** How a data type is read from Tryton. The parameters are `never` because each mapping has its own wire type. */
export type Source = {
  model: string;
  domain: Domain;
  /** The field that must equal the user's company, because a database may have several companies. */
  company?: string;
  /** Additional conditions for a full pass, which the server can check itself. */
  fullDomain?: Domain;
  /** The fields to read. A dotted name reads a field of a related record. */
  fields: readonly string[];
  /**
   * Related records that can change without updating the record's own date. With `all`, every pass reads everything.
   */
  movedBy: readonly string[] | 'all';
  /** The date field that `syncFrom` is compared with. */
  day?: string;
  context?: object;
  /** Whether a record belongs to this data type. If it does not, an incremental pass reports it as deleted. */
  isOurs?: (wire: never) => boolean;
  map: (wire: never) => object;
};
