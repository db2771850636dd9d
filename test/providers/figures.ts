import { appendFileSync } from 'node:fs';
import type { Connector } from '@daybook/connector-kit';
import type { Figures } from '../../bench/report.ts';

/** Set by `npm run providers`. */
export const isQuick = process.env.PROVIDERS_QUICK === '1';

/** Reports what a live test has measured to the runner (run.ts). */
export function tell(figures: Figures): void {
  const file = process.env.PROVIDERS_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}

/**
 * Reports what the conformance suite of this run checks: every data type that the connector reads or writes. A run that
 * was stored with `--keep` and has no failure is shown in docs/platforms.md with its date. `version`: what the server
 * says of itself. `against`: what the connector ran against.
 */
export function tellProof(
  { platform, pull, push = {} }: Connector,
  {
    against,
    version,
  }: { against: 'live system' | "vendor's mock server" | "vendor's client library"; version: string },
): void {
  tell({
    'proof.platform': platform.key,
    'proof.against': against,
    'proof.version': version,
    'proof.read': Object.keys(pull).join(' '),
    'proof.pushed': Object.keys(push).join(' '),
  });
}
