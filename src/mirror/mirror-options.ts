export type MirrorOptions = {
  /** The client's own PostgreSQL, and the schema in it that the mirror owns. */
  targetUrl: string;
  schemaName: string;
  /** The API, and a key with the scope "read". */
  url: string;
  key: string;
  dataTypes: readonly string[];
  /** Ids of companies. Without it, all companies that the key may see. */
  companies?: ReadonlySet<string>;
  /** Loads what a snapshot of this company pins, and ends. */
  snapshot?: { companyId: string; snapshotId: string };
  /** Ends when the mirror has everything and has compared it with the server. */
  isOnce: boolean;
  signal: AbortSignal;
  print: (text: string) => void;
};

/** What a run has done. */
export type MirrorSummary = { loaded: number; changes: number; removed: number; verified: number; repaired: number };
