import { AuthRejected, type Credentials, type ProviderRequest } from '@daybook/connector-kit';

/** A call of a method. `ids` are the records that the method is called on; the other parameters are passed by name. */
export type OdooCall = {
  model: string;
  method: string;
  parameters: { ids?: readonly number[]; [name: string]: unknown };
};

const json = { 'content-type': 'application/json' };

/** Odoo 19 and later: the path names the model and method. */
export function json2Request(credentials: Credentials, call: OdooCall): ProviderRequest {
  return {
    ...preparedRequest(credentials, call),
    headers: {
      ...json,
      'x-odoo-database': credentials.database ?? '',
      authorization: `bearer ${credentials.apiKey ?? ''}`,
    },
  };
}

/** The same request without authentication. A push stores it in this form, whatever the version of the server. */
export function preparedRequest(credentials: Credentials, { model, method, parameters }: OdooCall): ProviderRequest {
  return {
    method: 'POST',
    url: `${placeOf(credentials)}/json/2/${model}/${method}`,
    headers: json,
    body: JSON.stringify(parameters),
  };
}

/** Before Odoo 19, every request contains the database, the user and the API key in its body. */
export function jsonRpcRequest(credentials: Credentials, user: number, call: OdooCall): ProviderRequest {
  const { database = '', apiKey = '' } = credentials;
  const { ids, vals_list: values, ...named } = call.parameters;
  // `create` is the one method whose parameter must be passed by position.
  const positional = [...(ids ? [ids] : []), ...(values ? [values] : [])];
  const args = [database, user, apiKey, call.model, call.method, positional, named];
  return rpc(credentials, 'object', 'execute_kw', args);
}

/** Returns the id of the user, or false. */
export const signInRequest = (credentials: Credentials) => {
  const { database = '', user = '', apiKey = '' } = credentials;
  return rpc(credentials, 'common', 'authenticate', [database, user, apiKey, {}]);
};

export const versionRequest = (credentials: Credentials) => rpc(credentials, 'common', 'version', []);

function rpc(credentials: Credentials, service: string, method: string, args: unknown[]): ProviderRequest {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'call', params: { service, method, args } });
  return { method: 'POST', url: `${placeOf(credentials)}/jsonrpc`, headers: json, body };
}

/**
 * The URL comes from a client. This function checks only the protocol. Before every request, Daybook also checks the
 * address and blocks forbidden addresses.
 */
export function placeOf({ url: text = '' }: Credentials): string {
  const url = URL.parse(text.trim());
  if (url?.protocol === 'https:' || url?.protocol === 'http:')
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  throw new AuthRejected('The server URL must begin with https:// or http://.');
}
