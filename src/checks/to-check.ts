import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import type { Figures } from './kinds/unusual-change.ts';
import type { CheckResult } from './wire.ts';

export type ChecksContext = { db: Db; log: Log };

/** The generation to check. */
export type ToCheck = {
  accountId: string;
  companyId: string;
  connectionId: string;
  syncId: string;
  dataSetId: number;
  dataType: string;
  generation: number;
  at: Date;
  /** True if readers see the generation already. */
  isPublished?: boolean;
  /** When the sync was requested. */
  requestedAt: Date;
};

export type Checked = {
  results: CheckResult[];
  figures: Figures | undefined;
  /** The results of the generation that was published last, if it was checked. */
  previous: readonly CheckResult[];
};
