import type { PathResources } from './http/access/path-owners.ts';
import { findMessageOwner } from './webhooks/messages/find-message-owner.ts';

/**
 * Maps each path parameter to the resource that it identifies. If a parameter has a `table`, it is the id of a row in
 * that table, and the row belongs to a client account. For such a parameter, every route returns 403 for a row of
 * another account, and 404 for an unknown id (`http/access/path-owners.ts`). The other parameters have their own
 * checks.
 */
export const pathResources: PathResources = {
  // Has no `table`, because companies/require-company.ts checks this id before the operation runs.
  companyId: { resource: 'company', service: 'companies' },
  connectionId: { resource: 'connection', service: 'connections', table: 'connection', column: 'connection_id' },
  syncId: { resource: 'sync', service: 'sync', table: 'sync', column: 'sync_id' },
  snapshotId: { resource: 'snapshot', service: 'data', table: 'company_snapshot', column: 'snapshot_id' },
  proofId: { resource: 'proof', service: 'data', table: 'proof', column: 'proof_id' },
  pushGroupId: { resource: 'push group', service: 'push', table: 'push_group', column: 'group_id' },
  pushId: { resource: 'push operation', service: 'push', table: 'push', column: 'push_id' },
  uploadId: { resource: 'upload', service: 'uploads', table: 'upload', column: 'upload_id' },
  apiKeyId: { resource: 'API key', service: 'accounts', table: 'api_key', column: 'api_key_id' },
  consumerId: { resource: 'consumer', service: 'webhooks', table: 'consumer', column: 'consumer_id' },
  // Messages have no index on the id alone, because it would cost one more write for each of millions of messages a day.
  messageId: {
    resource: 'message',
    service: 'webhooks',
    table: 'message',
    column: 'message_id',
    search: findMessageOwner,
  },
  // Has no `table`, because the message of the path is checked, and an attempt is read by both ids.
  attemptId: { resource: 'attempt', service: 'webhooks' },
  redeliveryId: { resource: 'redelivery', service: 'webhooks', table: 'redelivery', column: 'redelivery_id' },
  standingQueryId: {
    resource: 'standing query',
    service: 'webhooks',
    table: 'standing_query',
    column: 'standing_query_id',
  },
  ruleId: { resource: 'rule', service: 'rules', table: 'rule', column: 'rule_id' },
  alertId: { resource: 'alert', service: 'rules', table: 'alert', column: 'alert_id' },
  personId: { resource: 'member of the account', service: 'people', table: 'member', column: 'person_id' },
  invitationId: { resource: 'pending invitation', service: 'people', table: 'invitation', column: 'invitation_id' },
  chatId: { resource: 'chat address', service: 'notices', table: 'notice_chat', column: 'chat_id' },
  sessionId: { resource: 'session', service: 'people' },
  accountId: { resource: 'account', service: 'accounts' },
  platformKey: { resource: 'platform', service: 'connections' },
  dataType: { resource: 'data type', service: 'data' },
  id: { resource: 'record', service: 'data' },
  token: { resource: 'link', service: 'links' },
};
