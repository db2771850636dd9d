import { defineRefusal } from '../base/errors.ts';

/** The requirements prescribe the text of `error`. */
export const syncScheduleNotAllowed = defineRefusal({
  code: 'syncScheduleNotAllowed',
  status: 402,
  meaning: 'The plan does not include this schedule. The free plan has no hourly syncs.',
  remedy: 'Choose daily, weekly, monthly or none, or ask the operator for another plan.',
  service: 'sync',
  error: (parts: { itemId: string; plan: string }) => ({
    error: 'SyncSettingsValidationException: Sync schedule not allowed',
    validation: [
      {
        itemId: parts.itemId,
        validatorName: 'SyncScheduleValidator',
        message: `The plan ${parts.plan} has no hourly schedule. Choose daily, weekly, monthly or none, or change the plan.`,
      },
    ],
  }),
});
