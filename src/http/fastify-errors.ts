import { ApiError } from '../base/errors.ts';
import { errorReply } from './error-reply.ts';
import { bodyMalformed, bodyNotJson, bodyTooLarge, requestMalformed } from './refusals.ts';

/** Converts Fastify's own errors to ours; returns any other error unchanged. */
export function fromFastifyError(error: unknown, bodyLimitBytes: number): unknown {
  const { code = '', statusCode, message = '' } = error as { code?: string; statusCode?: number; message?: string };
  if (error instanceof ApiError) return error;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge({ limitBytes: bodyLimitBytes });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return bodyNotJson();
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || (error instanceof SyntaxError && statusCode === 400)) {
    return bodyMalformed(message);
  }
  if (code.startsWith('FST_ERR_') && statusCode !== undefined && statusCode < 500) {
    return requestMalformed(message);
  }
  return error;
}

/** Creates a raw response with the usual error body, for input that could not be parsed as HTTP. */
export function malformedRequestAnswer(correlationId: string, docsUrl: string): string {
  const error = requestMalformed('this is not a well-formed HTTP request');
  const { body, contentType } = errorReply(error, { correlationId, accept: undefined, docsUrl });
  return [
    'HTTP/1.1 400 Bad Request',
    `content-type: ${contentType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-correlation-id: ${correlationId}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
