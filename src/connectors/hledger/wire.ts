/** hledger's records as they come. A mantissa may have more digits than a double: it is read exactly, and never computed with. */
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
  /** Of the account alone, without those below it. */
  aebalance: WireAmount[];
  anumpostings: number;
};
