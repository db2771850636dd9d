import { ApiError, badRequest } from '../errors.ts';

/** A filter with more comparisons than a list evaluates for every row. */
export function queryTooComplex(parts: { what: string; count: number; max: number }) {
  const error = `The parameter "query" has ${parts.count} ${parts.what}, at most ${parts.max} are possible. Split it into several requests.`;
  return badRequest({
    code: 'queryTooComplex',
    error,
    items: [{ itemId: 'query', message: error, validatorName: 'QueryValidator' }],
  });
}

/**
 * The list took longer than lists may. Not 503: clients retry that by themselves, and the same request would take as long
 * again.
 */
export function queryTooExpensive(parts: { seconds: number; advice: string[] }) {
  const error = `The list took longer than ${parts.seconds} s and was stopped. ${parts.advice.join(' ')}`;
  return new ApiError({
    statusCode: 400,
    code: 'queryTooExpensive',
    error,
    service: 'lists',
    validation: [{ itemId: 'query', message: error, validatorName: 'QueryCostValidator' }],
  });
}
