import type { ApiError } from '../base/errors.ts';

/** An error that the caller of a tool can do something about. `whatToDo` is the next step, in terms of the tools. */
export class ToolError extends Error {
  override name = 'ToolError';
  readonly code: string;
  readonly whatToDo: string;
  readonly details: object;
  constructor(parts: { code: string; message: string; whatToDo: string; details?: object }) {
    super(parts.message);
    this.code = parts.code;
    this.whatToDo = parts.whatToDo;
    this.details = parts.details ?? {};
  }
}

/** Turns an error of the API into one of a tool. */
export function teach({ parts: { code, error: message } }: ApiError, whatToDo: string): ToolError {
  return new ToolError({ code, message, whatToDo });
}
