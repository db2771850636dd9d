import type { Command } from './command.ts';
import { accountCreate, accountList, accountSet, accountShow } from './commands/account.ts';
import { auditList } from './commands/audit.ts';
import { configNewKey, configShow } from './commands/config.ts';
import { dbStatus, dbUpgrade } from './commands/db.ts';
import { dbCheck, dbPrepare } from './commands/db-check.ts';
import { keyCreate, keyDelete, keyList } from './commands/key.ts';
import { maintenanceOff, maintenanceOn, maintenanceStatus } from './commands/maintenance.ts';
import {
  webhooksAttempts,
  webhooksMessage,
  webhooksMessages,
  webhooksRecover,
  webhooksReplay,
  webhooksResend,
  webhooksRetry,
} from './commands/messages.ts';
import { personCreate, personInvite, personList, personRemove, personReset } from './commands/person.ts';
import { pushList, pushRetry, pushShow } from './commands/push.ts';
import { sandbox } from './commands/sandbox.ts';
import { secretsReseal, secretsStatus } from './commands/secrets.ts';
import { serve } from './commands/serve.ts';
import { syncCancel, syncList, syncRetry, syncShow } from './commands/sync.ts';
import {
  webhooksConsumer,
  webhooksConsumers,
  webhooksCreate,
  webhooksDisable,
  webhooksEnable,
  webhooksRotate,
  webhooksTest,
} from './commands/webhooks.ts';
import { connectorCheck, connectorList, connectorNew } from './connector/connector.ts';
import { listen } from './listen/listen.ts';
import {
  migrationApply,
  migrationCheck,
  migrationDeclare,
  migrationPlan,
  migrationRehearse,
  migrationRequest,
  migrationRollback,
  migrationStatus,
} from './migration/migration.ts';

/** Every command of the program. */
export const commands: readonly Command[] = [
  serve,
  configShow,
  configNewKey,
  dbUpgrade,
  dbStatus,
  dbCheck,
  dbPrepare,
  accountCreate,
  accountList,
  accountShow,
  accountSet,
  keyCreate,
  keyList,
  keyDelete,
  personCreate,
  personList,
  personInvite,
  personReset,
  personRemove,
  auditList,
  syncList,
  syncShow,
  syncRetry,
  syncCancel,
  pushList,
  pushShow,
  pushRetry,
  webhooksConsumers,
  webhooksConsumer,
  webhooksCreate,
  webhooksEnable,
  webhooksDisable,
  webhooksRotate,
  webhooksTest,
  webhooksMessages,
  webhooksMessage,
  webhooksAttempts,
  webhooksResend,
  webhooksRetry,
  webhooksRecover,
  webhooksReplay,
  migrationCheck,
  migrationPlan,
  migrationDeclare,
  migrationRequest,
  migrationRehearse,
  migrationApply,
  migrationRollback,
  migrationStatus,
  maintenanceOn,
  maintenanceOff,
  maintenanceStatus,
  secretsStatus,
  secretsReseal,
  listen,
  sandbox,
  connectorList,
  connectorNew,
  connectorCheck,
];
