import { accountCreate, accountList, accountSet, accountShow } from './account.ts';
import { auditList } from './audit.ts';
import type { Command } from './command.ts';
import { configNewKey, configShow } from './config.ts';
import { connectorCheck, connectorList, connectorNew } from './connector.ts';
import { dbStatus, dbUpgrade } from './db.ts';
import { dbCheck, dbPrepare } from './db-check.ts';
import { keyCreate, keyDelete, keyList } from './key.ts';
import { listen } from './listen.ts';
import { maintenanceOff, maintenanceOn, maintenanceStatus } from './maintenance.ts';
import {
  webhooksAttempts,
  webhooksMessage,
  webhooksMessages,
  webhooksRecover,
  webhooksReplay,
  webhooksResend,
  webhooksRetry,
} from './messages.ts';
import {
  migrationApply,
  migrationCheck,
  migrationDeclare,
  migrationPlan,
  migrationRehearse,
  migrationRequest,
  migrationRollback,
  migrationStatus,
} from './migration.ts';
import { personCreate, personInvite, personList, personRemove, personReset } from './person.ts';
import { pushList, pushRetry, pushShow } from './push.ts';
import { sandbox } from './sandbox.ts';
import { secretsReseal, secretsStatus } from './secrets.ts';
import { serve } from './serve.ts';
import { syncCancel, syncList, syncRetry, syncShow } from './sync.ts';
import {
  webhooksConsumer,
  webhooksConsumers,
  webhooksCreate,
  webhooksDisable,
  webhooksEnable,
  webhooksRotate,
  webhooksTest,
} from './webhooks.ts';

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
