/** A change of one file that undoes the mechanism of one requirement, so that a test of that requirement must fail. */
export type Break = {
  /** Stands in the titles of the tests: a number of the audit, a clause (R-PAGE-22) or a part (P-EXPORT). */
  id: string;
  /** What no longer holds, in the words of a user or an operator. */
  what: string;
  file: string;
  /** Occurs exactly once in the file. */
  from: string;
  to: string;
  /** At least one test in these files whose title contains the id must fail. */
  tests: string[];
  /** Set if the tests of a file build on each other: then all of them run, not only those of the id. */
  isWholeFile?: true;
};
