import { appendFileSync } from 'node:fs';
import type { Figures } from '../../bench/report.ts';

/** Set by `npm run providers`. */
export const isQuick = process.env.PROVIDERS_QUICK === '1';

/** Reports what a live test has measured to the runner (run.ts). */
export function tell(figures: Figures): void {
  const file = process.env.PROVIDERS_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
