import { suspectTokens } from './connections/oauth/store.ts';
import type { RestoreSteps } from './operations/notice-restore.ts';
import { suspectSent } from './push/store.ts';
import { tellRestored } from './webhooks/messages/tell-restored.ts';

/** What each feature does when a restore is noticed. */
export const restoreSteps: RestoreSteps = { suspectSent, suspectTokens, tellAccounts: tellRestored };
