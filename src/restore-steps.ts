import { suspectTokens } from './connections/oauth/store.ts';
import type { RestoreSteps } from './operations/notice-restore.ts';
import { suspectSent } from './push/store.ts';
import { tellRestored } from './webhooks/messages/tell-restored.ts';

/** The steps that the modules run when a restore is detected. */
export const restoreSteps: RestoreSteps = { suspectSent, suspectTokens, tellAccounts: tellRestored };
