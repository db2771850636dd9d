/** What all records of QuickBooks have. */
export type QboRef = { value: string; name?: string };

export type QboMeta = { Id: string; SyncToken?: string; MetaData?: { LastUpdatedTime?: string }; status?: string };
