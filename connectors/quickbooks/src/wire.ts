/** Types used in the records of every QuickBooks entity. */
export type QboRef = { value: string; name?: string };

export type QboMeta = {
  Id: string;
  SyncToken?: string;
  MetaData?: { LastUpdatedTime?: string };
  status?: string;
  entity?: string;
};
