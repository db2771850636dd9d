import type { PathResources } from './http/path-owners.ts';

/**
 * What the parameters of paths name. A parameter with a table is the id of one account's row: `http/path-owners.ts` answers
 * 403 for another account's and 404 for nobody's, on every route that has it. The others name what belongs to no account.
 */
export const pathResources: PathResources = {
  // Companies are checked at the gate, before anything else (companies/require-company.ts).
  companyId: { resource: 'company', service: 'companies' },
  connectionId: { resource: 'connection', service: 'connections', table: 'connection', column: 'connection_id' },
  syncId: { resource: 'sync', service: 'sync', table: 'sync', column: 'sync_id' },
  pushId: { resource: 'push operation', service: 'push', table: 'push', column: 'push_id' },
  apiKeyId: { resource: 'API key', service: 'accounts', table: 'api_key', column: 'api_key_id' },
  consumerId: { resource: 'consumer', service: 'webhooks', table: 'consumer', column: 'consumer_id' },
  // An index on the id alone would be written with every message (and there are millions a day).
  messageId: {
    resource: 'message',
    service: 'webhooks',
    table: 'message',
    column: 'message_id',
    isAskedByAccount: true,
  },
  redeliveryId: { resource: 'redelivery', service: 'webhooks', table: 'redelivery', column: 'redelivery_id' },
  ruleId: { resource: 'rule', service: 'rules', table: 'rule', column: 'rule_id' },
  alertId: { resource: 'alert', service: 'rules', table: 'alert', column: 'alert_id' },
  personId: { resource: 'member of the account', service: 'people', table: 'member', column: 'person_id' },
  invitationId: { resource: 'pending invitation', service: 'people', table: 'invitation', column: 'invitation_id' },
  sessionId: { resource: 'session', service: 'people' },
  accountId: { resource: 'account', service: 'accounts' },
  platformKey: { resource: 'platform', service: 'connections' },
  dataType: { resource: 'data type', service: 'data' },
  id: { resource: 'record', service: 'data' },
  token: { resource: 'link', service: 'links' },
};
