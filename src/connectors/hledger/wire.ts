/** Records as hledger sends them. A mantissa may have more digits than a double holds: never compute with it. */
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
  /** The balance of the account itself, without its subaccounts. */
  aebalance: WireAmount[];
  anumpostings: number;
};
