import type { Clock } from '../base/clock.ts';
import { ApiError, inputInvalid } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { toApiError } from '../http/error-reply.ts';
import { validatorFor } from '../http/validate.ts';
import { boundResult, messageOf } from './bound-result.ts';
import type { CallOperation } from './call-operation.ts';
import type { Confirmations } from './confirmation-token.ts';
import { recordToolCall } from './record-tool-call.ts';
import { confirmationExpired, confirmationMismatch, toolNotAllowed, toolUnknown } from './refusals.ts';
import type { ToolUse } from './tool.ts';
import { ToolError, teach } from './tool-error.ts';
import { tools } from './tools.ts';

export type RunContext = { db: Db; clock: Clock; log: Log; confirmations: Confirmations };

export type Caller = { principal: ToolUse['principal']; address: string; correlationId: string; call: CallOperation };

const validators = new Map(tools.map(({ name, input }) => [name, validatorFor(input, 'body')]));

/**
 * Runs one tool and returns its result, or an error as a result, which the program shows to its model. The audit entry
 * is written before the result leaves the server; if it cannot be written, there is no result.
 */
export async function runTool(ctx: RunContext, caller: Caller, asked: { name: string; input: unknown }) {
  const { principal, address, correlationId } = caller;
  let isRecorded = false;
  const record = async (outcome: string) => {
    if (isRecorded) return;
    isRecorded = true;
    await recordToolCall(ctx, { principal, address, correlationId, tool: asked.name, input: asked.input, outcome });
  };
  try {
    const result = await find(asked.name, principal).run(
      {
        principal,
        record,
        call: caller.call,
        confirmations: ctx.confirmations,
        nowMs: ctx.clock.nowMs(),
      },
      validators.get(asked.name)?.(asked.input) as never,
    );
    const message = boundResult(result);
    await record('ok');
    return message;
  } catch (error) {
    const { code, message, whatToDo, details } = toToolError(error, asked.name);
    if (code === 'internalError') ctx.log.error({ err: error, correlationId, tool: asked.name }, 'tool failed');
    await record(code);
    return { ...messageOf({ error: { code, message, whatToDo, ...details, correlationId } }), isError: true };
  }
}

function find(name: string, principal: ToolUse['principal']) {
  const found = tools.find((tool) => tool.name === name);
  if (found?.isFor(principal)) return found;
  const names = tools.filter((tool) => tool.isFor(principal)).map((tool) => tool.name);
  const whatToDo = `With this key you may use ${names.join(', ')}.`;
  if (!found) throw teach(toolUnknown({ name }), whatToDo);
  throw teach(toolNotAllowed({ name, needs: found.needs }), `${toolNotAllowed.advice.remedy} ${whatToDo}`);
}

const remedies: Record<string, string> = {
  [confirmationMismatch.advice.code]: confirmationMismatch.advice.remedy,
  [confirmationExpired.advice.code]: confirmationExpired.advice.remedy,
};

function toToolError(error: unknown, tool: string): ToolError {
  if (error instanceof ToolError) return error;
  const { parts } = error instanceof ApiError ? error : toApiError(error);
  const { code, error: message, statusCode: status } = parts;
  const names = Object.keys(tools.find(({ name }) => name === tool)?.input.properties ?? {});
  const isInput = code === inputInvalid.advice.code;
  const problems = parts.validation?.map(({ itemId, message: text }) => ({
    ...(itemId && { field: itemId }),
    message: text,
  }));
  const whatToDo = isInput
    ? `The arguments of ${tool} are ${names.join(', ')}.`
    : (remedies[code] ?? 'Try again later, or report the correlationId.');
  return new ToolError({ code, message, whatToDo, details: { status, ...(isInput && { problems }) } });
}
