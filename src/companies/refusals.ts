import { defineRefusal } from '../base/errors.ts';

/** The requirements prescribe the `error` text. */
export const companyLimitExceeded = defineRefusal({
  code: 'companyLimitExceeded',
  status: 402,
  meaning: 'The account has reached the number of companies that its plan allows.',
  remedy: 'Delete companies you no longer need and try again, or ask the operator for another plan.',
  service: 'companies',
  error: (parts: { limit: number; plan: string }) => ({
    error: 'CompanyValidationException: Company limit exceeded',
    validation: [
      {
        itemId: 'company',
        validatorName: 'CompanyLimitValidator',
        message: `The plan ${parts.plan} allows ${parts.limit} companies. Delete companies you no longer need and try again, or change the plan.`,
      },
    ],
  }),
});
