import { createHash } from 'node:crypto';
import { writeAudit } from '../audit/write-audit.ts';
import type { Clock } from '../base/clock.ts';
import { isUuid } from '../base/ids.ts';
import type { Db } from '../db/db.ts';
import type { Principal } from '../http/access/principal.ts';

export type ToolCallEntry = {
  principal: Principal;
  address: string;
  correlationId: string;
  tool: string;
  input: unknown;
  /** `ok`, `sending` for a push that is about to be sent, or the code of the error. */
  outcome: string;
};

/** Writes the audit entry of a tool call. Reads are recorded too: nobody sees what an agent has read otherwise. */
export async function recordToolCall(ctx: { db: Db; clock: Clock }, entry: ToolCallEntry): Promise<void> {
  const { principal, address, correlationId, tool, outcome } = entry;
  const { accountId, apiKeyId, keyName } = principal;
  const { companyId } = (entry.input ?? {}) as { companyId?: unknown };
  await ctx.db.transaction(accountId, (tx) =>
    writeAudit(ctx, tx, {
      accountId,
      actor: { kind: 'key', ...(apiKeyId && { id: apiKeyId }), name: keyName },
      operation: 'callTool',
      subject: { kind: 'tool', id: cut(tool) },
      ...(typeof companyId === 'string' && isUuid(companyId) && { companyId }),
      after: { outcome, arguments: summarize(entry.input) },
      address,
      correlationId,
    }),
  );
}

const [textMax, membersMax] = [200, 20];

/** Arguments with texts cut. Of the record of a push, only the names of its fields and a hash are kept. */
function summarize(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  const members = Object.entries(input).slice(0, membersMax);
  return Object.fromEntries(
    members.map(([name, value]) => [
      cut(name),
      name === 'record' && typeof value === 'object' && value !== null ? shapeOf(value) : shortened(value),
    ]),
  );
}

function shapeOf(record: object): object {
  const text = JSON.stringify(record);
  const fields = Object.keys(record).slice(0, membersMax).map(cut);
  return { fields, bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? cut(value) : value;
  return cut(JSON.stringify(value));
}

/** Also removes what PostgreSQL cannot store. */
function cut(text: string): string {
  const short = text.length > textMax ? `${text.slice(0, textMax)}…` : text;
  return short.toWellFormed().replaceAll('\0', '\ufffd');
}
