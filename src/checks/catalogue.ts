/**
 * Every check. `level` and `tolerance` are the defaults of an account that has set nothing. Only `massDeletion` holds
 * by default, so that a generation is published as before unless an account wants it otherwise.
 */
export const levels = ['inform', 'warn', 'hold'] as const;
export type Level = (typeof levels)[number];

type CheckKind = {
  about: string;
  level: Level;
  /** A number below which nothing is found. */
  tolerance: number;
  toleranceMax: number;
  toleranceAbout: string;
};

const ofLargerSum =
  'The allowed difference, in percent of the larger of the two sums, and at least 1 in the currency of the books unless the tolerance is 0.';

export const checkKinds = {
  massDeletion: {
    about: 'A sync that reads everything did not find many of the records.',
    level: 'hold',
    tolerance: 30,
    toleranceMax: 100,
    toleranceAbout: 'Percent of the records that may be missing.',
  },
  unbalanced: {
    about: 'The debits of a journal entry differ from its credits.',
    level: 'warn',
    tolerance: 0.01,
    toleranceMax: 1_000_000,
    toleranceAbout: 'The allowed difference, in the currency of the entry.',
  },
  receivablesMismatch: {
    about:
      'The open amounts of invoices, less those of credit notes, differ from the balance of the receivables account.',
    level: 'inform',
    tolerance: 1,
    toleranceMax: 100,
    toleranceAbout: ofLargerSum,
  },
  payablesMismatch: {
    about: 'The open amounts of bills, less those of credit notes, differ from the balance of the payables account.',
    level: 'inform',
    tolerance: 1,
    toleranceMax: 100,
    toleranceAbout: ofLargerSum,
  },
  overpaid: {
    about: 'A payment is allocated beyond its amount, or a document has received more than its total.',
    level: 'warn',
    tolerance: 0.01,
    toleranceMax: 1_000_000,
    toleranceAbout: 'The allowed excess, in the currency of the document.',
  },
  numberingGap: {
    about: 'A number is missing in the sequence of invoices or credit notes.',
    level: 'inform',
    tolerance: 0,
    toleranceMax: 1_000_000,
    toleranceAbout: 'How many missing numbers in a row are allowed.',
  },
  duplicate: {
    about: 'Two records have the same number or reference, party, date and amount.',
    level: 'warn',
    tolerance: 0,
    toleranceMax: 1_000_000,
    toleranceAbout: 'How many such records are allowed.',
  },
  sourceChanged: {
    about: "A field of the platform's own records has vanished or has another type.",
    level: 'warn',
    tolerance: 0,
    toleranceMax: 1000,
    toleranceAbout: 'How many such fields are allowed.',
  },
  unusualChange: {
    about: 'The number of records, or the sum of their amounts, has changed by much more than usual.',
    level: 'inform',
    tolerance: 3,
    toleranceMax: 1000,
    toleranceAbout: 'How many times the largest change of the last 20 generations is allowed.',
  },
  futureDate: {
    about: 'A document has a date in the future.',
    level: 'inform',
    tolerance: 1,
    toleranceMax: 3660,
    toleranceAbout: 'How many days ahead of today are allowed.',
  },
} as const satisfies Record<string, CheckKind>;

export type CheckName = keyof typeof checkKinds;
export const checkNames = Object.keys(checkKinds) as CheckName[];
