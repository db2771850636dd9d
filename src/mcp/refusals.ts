import { defineRefusal } from '../base/errors.ts';

/**
 * Protects against DNS rebinding: a page of another site that a browser believes to be at this server's address. Its
 * requests have the names of that site in `Origin` and `Host`.
 */
export const mcpSiteRefused = defineRefusal({
  code: 'mcpSiteRefused',
  status: 403,
  meaning:
    'A request to /mcp came from a web page of another site (header "Origin"), or under a host name that is not of this service (header "Host").',
  remedy:
    'Programs send no Origin header. If programs reach this service under another name, the operator adds that name to DAYBOOK_MCP_HOSTS.',
  service: 'mcp',
  error: (parts: { header: 'Origin' | 'Host'; value: string }) =>
    `Forbidden: the header "${parts.header}" of a request to /mcp must name this service, not "${parts.value.slice(0, 200)}".`,
});

export const confirmationMismatch = defineRefusal({
  code: 'confirmationMismatch',
  status: 403,
  meaning: 'The confirmation token of send_push belongs to another push, or was changed. Nothing was sent.',
  remedy:
    'A token is valid for one record, operation, data type, connection, company and API key. Call prepare_push with exactly what you want to send, show the result to the person, and use the new token.',
  service: 'mcp',
  error: 'Forbidden: the confirmation token does not belong to this push.',
});

export const confirmationExpired = defineRefusal({
  code: 'confirmationExpired',
  status: 410,
  meaning: 'The confirmation token of send_push is older than ten minutes. This call has sent nothing.',
  remedy:
    'If you have used this token before, find that push with check_push before you do anything else. Otherwise call prepare_push again and use the new token within 10 minutes.',
  service: 'mcp',
  error: (parts: { at: string }) => `Gone: the confirmation token expired at ${parts.at}.`,
});

export const toolUnknown = defineRefusal({
  code: 'toolUnknown',
  status: 404,
  meaning: 'The MCP server has no tool with this name.',
  remedy: 'List the tools. docs/agents.md describes them.',
  service: 'mcp',
  error: (parts: { name: string }) => `Not found: there is no tool "${parts.name.slice(0, 100)}".`,
});

export const toolNotAllowed = defineRefusal({
  code: 'toolNotAllowed',
  status: 403,
  meaning: 'The API key does not have the scopes that the tool needs, or is limited to certain companies.',
  remedy: 'Ask the person who gave you this key for another one. The message says what it needs.',
  service: 'mcp',
  error: (parts: { name: string; needs: string }) =>
    `Forbidden: this API key may not use ${parts.name}, which needs ${parts.needs}.`,
});
