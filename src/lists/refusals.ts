import { ApiError, badRequest } from '../base/errors.ts';

/** The filter has more comparisons than allowed. PostgreSQL evaluates each comparison for every row. */
export function queryTooComplex(parts: { what: string; count: number; max: number }) {
  const error = `The parameter "query" has ${parts.count} ${parts.what}; the maximum is ${parts.max}. Split it into several requests.`;
  return badRequest({
    code: 'queryTooComplex',
    error,
    items: [{ itemId: 'query', message: error, validatorName: 'QueryValidator' }],
  });
}

/**
 * The list exceeded its timeout. The error is not a 503, because clients retry a 503 automatically and the same request
 * would take just as long again.
 */
export function queryTooExpensive(parts: { seconds: number; advice: string[] }) {
  const error = `The list took longer than ${parts.seconds} s and was cancelled. ${parts.advice.join(' ')}`;
  return new ApiError({
    statusCode: 400,
    code: 'queryTooExpensive',
    error,
    service: 'lists',
    validation: [{ itemId: 'query', message: error, validatorName: 'QueryCostValidator' }],
  });
}
