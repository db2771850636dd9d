/** Every URL of the portal as a function, relative to the router's base path /portal. */
export const paths = {
  signIn: () => '/sign-in',
  forgotten: () => '/forgotten',
  secondFactor: () => '/second-factor',
  invitation: (token: string) => `/invitations/${token}`,
  overview: () => '/',
  syncs: () => '/syncs',
  pushes: () => '/pushes',

  companies: () => '/companies',
  company: (companyId: string) => `/companies/${companyId}`,
  companyConnections: (companyId: string) => `/companies/${companyId}/connections`,
  calls: (companyId: string, connectionId: string) => `/companies/${companyId}/connections/${connectionId}/calls`,
  companyHistory: (companyId: string) => `/companies/${companyId}/history`,
  sync: (companyId: string, syncId: string) => `/companies/${companyId}/history/${syncId}`,
  companyRecords: (companyId: string, dataType?: string) =>
    dataType ? `/companies/${companyId}/records/${dataType}` : `/companies/${companyId}/records`,
  record: (companyId: string, dataType: string, id: string) =>
    `/companies/${companyId}/records/${dataType}/${encodeURIComponent(id)}`,
  companyQuality: (companyId: string) => `/companies/${companyId}/quality`,
  companyStatements: (companyId: string) => `/companies/${companyId}/statements`,
  statement: (companyId: string, statement: string) => `/companies/${companyId}/statements/${statement}`,
  companyRestatements: (companyId: string) => `/companies/${companyId}/restatements`,
  companySnapshots: (companyId: string) => `/companies/${companyId}/snapshots`,
  companyProofs: (companyId: string) => `/companies/${companyId}/proofs`,
  companyPushes: (companyId: string) => `/companies/${companyId}/pushes`,
  pushGroup: (companyId: string, pushGroupId: string) => `/companies/${companyId}/push-groups/${pushGroupId}`,
  push: (companyId: string, pushId: string) => `/companies/${companyId}/pushes/${pushId}`,
  companySettings: (companyId: string) => `/companies/${companyId}/settings`,

  consumers: () => '/webhooks/consumers',
  consumer: (consumerId: string) => `/webhooks/consumers/${consumerId}`,
  messages: () => '/webhooks/messages',
  message: (messageId: string) => `/webhooks/messages/${messageId}`,
  standingQueries: () => '/webhooks/standing-queries',
  standingQuery: (standingQueryId: string) => `/webhooks/standing-queries/${standingQueryId}`,
  eventTypes: () => '/webhooks/event-types',
  rules: () => '/webhooks/rules',

  migration: () => '/migration',

  apiKeys: () => '/settings/api-keys',
  syncSettings: () => '/settings/sync',
  linkPage: () => '/settings/link-page',
  platforms: () => '/settings/platforms',
  team: () => '/settings/team',
  audit: () => '/settings/audit',
  requests: () => '/settings/requests',
  usage: () => '/settings/usage',
  profile: () => '/settings/profile',
  notifications: () => '/settings/notifications',
  mute: (token: string) => `/mute/${token}`,

  operatorAccounts: () => '/operator/accounts',
  operatorAccount: (accountId: string) => `/operator/accounts/${accountId}`,
  operatorMigrations: () => '/operator/migrations',
  operatorHealth: () => '/operator/health',
  operatorMaintenance: () => '/operator/maintenance',
  operatorNotifications: () => '/operator/notifications',
};

/** Pages of the service outside the portal's router. */
export const servicePaths = {
  reference: '/docs',
  errorGuide: (code: string) => `/docs/errors#${code}`,
};
