import { defineRefusal } from '../base/errors.ts';

/** The requirements prescribe the text of `error`. */
export const syncScheduleNotAllowed = defineRefusal({
  code: 'syncScheduleNotAllowed',
  status: 402,
  meaning: 'The plan does not include this schedule. The free plan has no hourly syncs and none by demand.',
  remedy: 'Choose daily, weekly, monthly or none, without `byDemand`, or ask the operator for another plan.',
  service: 'sync',
  error: (parts: { itemId: string; plan: string }) => ({
    error: 'SyncSettingsValidationException: Sync schedule not allowed',
    validation: [
      {
        itemId: parts.itemId,
        validatorName: 'SyncScheduleValidator',
        message: parts.itemId.endsWith('byDemand')
          ? `The plan ${parts.plan} has no syncs by demand. Leave out byDemand, or change the plan.`
          : `The plan ${parts.plan} has no hourly schedule. Choose daily, weekly, monthly or none, or change the plan.`,
      },
    ],
  }),
});
