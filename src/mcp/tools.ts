import type { Tool } from './tool.ts';
import { describeData } from './tools/describe-data.ts';
import { explainConsumer } from './tools/explain-consumer.ts';
import { explainSyncs } from './tools/explain-syncs.ts';
import { findCompanies } from './tools/find-companies.ts';
import { listChanges } from './tools/list-changes.ts';
import { pushTools } from './tools/push-tools.ts';
import { queryData } from './tools/query-data.ts';
import { readInsight } from './tools/read-insight.ts';
import { readRecord } from './tools/read-record.ts';
import { readRestatements } from './tools/read-restatements.ts';
import { readStatement } from './tools/read-statement.ts';

/** Every tool, in the order in which they are listed. docs/agents.md describes them. */
export const tools: readonly Tool[] = [
  findCompanies,
  describeData,
  queryData,
  readRecord,
  readStatement,
  readInsight,
  readRestatements,
  listChanges,
  explainSyncs,
  explainConsumer,
  ...pushTools,
];
