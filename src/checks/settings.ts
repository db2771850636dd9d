import { badRequest } from '../base/errors.ts';
import { type CheckName, checkKinds, checkNames } from './catalogue.ts';
import type { StoredSettings } from './store.ts';
import type { CheckSetting, CheckSettingsChange } from './wire.ts';

/** Every check with the level and the tolerance of the account. */
export const effectiveChecks = (stored: StoredSettings): CheckSetting[] =>
  checkNames.map((check) => {
    const { about, toleranceAbout, level, tolerance } = checkKinds[check];
    const own = stored[check];
    return {
      check,
      level: own?.level ?? level,
      tolerance: own?.tolerance ?? tolerance,
      isDefault: !own,
      about,
      toleranceAbout,
    };
  });

/** The rows to store. Throws if a check is named twice or a tolerance is too large for its check. */
export function requireChecks({ checks }: CheckSettingsChange) {
  const seen = new Set<CheckName>();
  return checks.map(({ check, level, tolerance }, at) => {
    const { toleranceMax } = checkKinds[check];
    if (seen.has(check)) throw refused(`checks.${at}.check`, `The check ${check} is listed twice.`);
    if (tolerance !== undefined && tolerance > toleranceMax)
      throw refused(`checks.${at}.tolerance`, `The tolerance of ${check} must be at most ${toleranceMax}.`);
    seen.add(check);
    return { check, level, tolerance: tolerance ?? null };
  });
}

const refused = (itemId: string, message: string) =>
  badRequest({ service: 'checks', items: [{ itemId, message, validatorName: 'CheckValidator' }] });
