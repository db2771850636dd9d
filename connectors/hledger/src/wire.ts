/**
 * Amounts in the form in which hledger sends them. A mantissa may have more digits than a double holds, so never
 * compute with it.
 */
export type WireAmount = {
  acommodity: string;
  aquantity: { decimalMantissa: number; decimalPlaces: number };
};

export type WirePosting = { paccount: string; pamount: WireAmount[]; pcomment: string };

export type WireTransaction = {
  tcode: string;
  tcomment: string;
  tdate: string;
  tdescription: string;
  tpostings: WirePosting[];
  tstatus: string;
};

export type WireAccount = {
  aname: string;
  /** The account's own balance, without the balances of its subaccounts. */
  aebalance: WireAmount[];
  anumpostings: number;
};
