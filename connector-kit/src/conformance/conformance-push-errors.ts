import assert from 'node:assert/strict';
import type { Connector, Credentials, Push } from '../connector.ts';
import * as errors from '../provider-errors.ts';
import { errorOfFault, fails } from './conformance-errors.ts';
import { writing } from './conformance-push.ts';
import {
  type ConformanceCheck,
  type ConformanceTarget,
  type OrderedFault,
  type PushTarget,
  pullAll,
  textsOf,
} from './conformance-target.ts';

type ErrorClass = Parameters<typeof fails>[3];

/** Faults after which the provider's data must be unchanged. After any other fault, the outcome is unknown. */
const nothingDone: readonly OrderedFault[] = ['unauthorized', 'rateLimited', 'failing', 'hanging', 'garbage'];

/**
 * Returns one data type for each value of `certainty`. Testing every data type would be slow, and data types with the
 * same certainty share code.
 */
function representatives({ push = {} }: Connector): string[] {
  return [...new Map(Object.entries(push).map(([dataType, { certainty }]) => [certainty, dataType])).values()];
}

/** A push must report a provider's failures with the right error class and without leaking secrets. */
export function pushErrorChecks(connector: Connector, target: ConformanceTarget, from: PushTarget): ConformanceCheck[] {
  const name = connector.platform.key;
  const { wrongCredentials, deniedCredentials, orderFault } = target;
  const { unpaidCredentials } = from;
  const refusals: [string, Credentials | undefined, ErrorClass][] = [
    ['wrong credentials', wrongCredentials, errors.AuthRejected],
    ['credentials that may not write', deniedCredentials, errors.PermissionDenied],
    ['a plan that does not cover writing', unpaidCredentials, errors.PaymentRequired],
  ];
  const checks: ConformanceCheck[] = refusals.flatMap(([what, credentials, wanted]) =>
    credentials
      ? { title: `${name}: a push with ${what} throws ${wanted.name}`, run: () => check(credentials, wanted) }
      : [],
  );
  async function check(credentials: Credentials, wanted: ErrorClass): Promise<void> {
    const { deniedTypes } = from;
    for (const dataType of Object.keys(connector.push ?? {})) {
      if (wanted === errors.PermissionDenied && deniedTypes && !deniedTypes.includes(dataType)) continue;
      const input = await writingOf(dataType, credentials);
      await fails(connector, target, credentials, wanted, (http) => pushOf(dataType).send({ ...input, http }));
      const { find } = pushOf(dataType);
      // A subscription that does not cover writing may still cover reading, so `find` may succeed.
      if (find && wanted !== errors.PaymentRequired)
        await fails(connector, target, credentials, wanted, (http) => find({ ...input, http }));
    }
  }
  const pushOf = (dataType: string): Push => connector.push?.[dataType] ?? assert.fail();
  const writingOf = (dataType: string, credentials?: Credentials) =>
    writing({ connector, target, from, dataType, push: pushOf(dataType) }, credentials);

  if (orderFault) {
    for (const [kind, wanted] of Object.entries(errorOfFault) as [OrderedFault, ErrorClass][])
      checks.push({
        title: `${name}: the fault "${kind}" during a push and a search throws ${wanted.name}`,
        run: async () => {
          for (const dataType of representatives(connector)) {
            const push = pushOf(dataType);
            const input = await writingOf(dataType);
            const count = async () => textsOf(await pullAll(connector, target, dataType)).size;
            const before = await count();
            await orderFault.call(target, kind, { dataType });
            try {
              await fails(connector, target, target.credentials, wanted, (http) => push.send({ ...input, http }));
              if (push.find)
                await fails(connector, target, target.credentials, wanted, (http) =>
                  (push.find ?? assert.fail())({ ...input, http }),
                );
            } finally {
              await target.clearFaults?.();
            }
            if (nothingDone.includes(kind)) assert.equal(await count(), before, dataType);
          }
        },
      });
    checks.push({
      title: `${name}: a token that expired before a push is replaced without an error`,
      run: async () => {
        for (const dataType of Object.keys(connector.push ?? {})) {
          await orderFault.call(target, 'unauthorized', { dataType, times: 1 });
          assert.equal((await pushOf(dataType).send(await writingOf(dataType))).kind, 'done');
          await target.clearFaults?.();
        }
      },
    });
  }
  if (from.failSignIns)
    checks.push({
      title: `${name}: a push whose sign-in fails throws NotSent`,
      run: async () => {
        const [dataType = ''] = Object.keys(connector.push ?? {});
        const input = await writingOf(dataType);
        await from.failSignIns?.();
        try {
          await fails(connector, target, target.credentials, errors.NotSent, (http) =>
            pushOf(dataType).send({ ...input, http }),
          );
        } finally {
          await target.clearFaults?.();
        }
      },
    });
  return checks;
}
