import { dayMs } from '../base/durations.ts';
import { accountExpired } from './refusals.ts';

/** What each plan allows. The requirements prescribe the numbers. */
export const planNames = ['free', 'paid'] as const;
export type PlanName = (typeof planNames)[number];

export type Plan = { companiesMax: number | null; expiresAfterDays: number | null; hourlySync: boolean };

export const plans: Record<PlanName, Plan> = {
  free: { companiesMax: 50, expiresAfterDays: 365, hourlySync: false },
  paid: { companiesMax: null, expiresAfterDays: null, hourlySync: true },
};

export const apiKeysMax = 10;

/** Throws an error if the account is older than its plan allows. Called for every request. */
export function requireUnexpired(
  account: { accountId: string; plan: PlanName; accountCreatedMs: number },
  nowMs: number,
): void {
  const { expiresAfterDays } = plans[account.plan];
  if (expiresAfterDays !== null && isExpired(account, nowMs))
    throw accountExpired({ accountId: account.accountId, days: expiresAfterDays });
}

export function isExpired(account: { plan: PlanName; accountCreatedMs: number }, nowMs: number): boolean {
  const { expiresAfterDays } = plans[account.plan];
  return expiresAfterDays !== null && nowMs - account.accountCreatedMs > expiresAfterDays * dayMs;
}
