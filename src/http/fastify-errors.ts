import { ApiError, badRequest, bodyNotJson, bodyTooLarge } from '../base/errors.ts';
import { errorReply } from './error-reply.ts';

/** Converts Fastify's own errors to ours; returns any other error unchanged. */
export function fromFastifyError(error: unknown, bodyLimitBytes: number): unknown {
  const { code = '', statusCode, message = '' } = error as { code?: string; statusCode?: number; message?: string };
  if (error instanceof ApiError) return error;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge({ limitBytes: bodyLimitBytes });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return bodyNotJson();
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || (error instanceof SyntaxError && statusCode === 400)) {
    return badRequest({ code: 'bodyMalformed', error: `Bad request: the body is not valid JSON: ${message}.` });
  }
  if (code.startsWith('FST_ERR_') && statusCode !== undefined && statusCode < 500) {
    return badRequest({ code: 'requestMalformed', error: `Bad request: ${message}.` });
  }
  return error;
}

/** Creates a raw response with the usual error body, for input that could not be parsed as HTTP. */
export function malformedRequestAnswer(correlationId: string, docsUrl: string): string {
  const error = badRequest({ code: 'requestMalformed', error: 'Bad request: this is not a well-formed HTTP request.' });
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
