import type { Static, TObject } from 'typebox';
import type { Principal } from '../http/access/principal.ts';
import type { CallOperation } from './call-operation.ts';
import type { Confirmations } from './confirmation-token.ts';

/** A tool of the MCP server. It uses only operations of the API, with the caller's own key. */
export type Tool = {
  name: string;
  title: string;
  /** For a reader who knows nothing of Daybook. Fixed text: it never contains anything from records. */
  description: string;
  input: TObject;
  /** What the tool does to data, so that a program can decide when to ask a person. */
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  /** Whether the key may use the tool. Other keys do not see it. */
  isFor: (principal: Principal) => boolean;
  /** What a key needs for `isFor`, in words. */
  needs: string;
  run: (use: ToolUse, input: never) => Promise<ToolResult>;
};

/** What a tool can use during one call. */
export type ToolUse = {
  principal: Principal & { apiKeyId: string };
  call: CallOperation;
  confirmations: Confirmations;
  nowMs: number;
  /** Writes the audit entry now instead of at the end, for a tool that is about to change something. */
  record: (outcome: 'sending') => Promise<void>;
};

export type ToolResult = {
  /** The result as JSON. */
  data: object;
  /** How to get what did not fit; used only if something was left out. */
  rest: string;
  /** Set if `data.results` is a page of a list. A page that is too long is shortened to whole records. */
  page?: { number: number; size: number };
};

const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const mayRead = (principal: Principal) => principal.scopes.includes('read');
export const mayPush = (principal: Principal) => mayRead(principal) && principal.scopes.includes('push');
/** As in the gate: a key that is limited to certain companies may not see webhooks. */
export const maySeeWebhooks = (principal: Principal) =>
  principal.scopes.includes('webhooks') && principal.companyTags === null;

type Described<Input extends TObject> = Pick<Tool, 'name' | 'title' | 'description'> & {
  input: Input;
  run: (use: ToolUse, input: Static<Input>) => Promise<ToolResult>;
} & Partial<Pick<Tool, 'annotations' | 'isFor' | 'needs'>>;

/** Declares a tool. Without further details, it is one that reads. */
export function tool<Input extends TObject>(described: Described<Input>): Tool {
  return { annotations: reading, isFor: mayRead, needs: 'the scope "read"', ...described } as Tool;
}
