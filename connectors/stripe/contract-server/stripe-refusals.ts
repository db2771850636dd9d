import type { ContractAnswer } from '../../../test/contract-servers/contract-server.ts';

export const refusal = (
  status: number,
  error: { type: string; message: string; code?: string; param?: string },
): ContractAnswer => ({ status, body: { error } });

export const missing = (object: string, id: string, param: string, status = 404): ContractAnswer =>
  refusal(status, {
    ...{ type: 'invalid_request_error', code: 'resource_missing', param },
    message: `No such ${object}: '${id}'`,
  });

export const invalid = (param: string, message: string, code = 'parameter_invalid'): ContractAnswer =>
  refusal(400, { type: 'invalid_request_error', code, param, message });
