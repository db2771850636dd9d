import assert from 'node:assert/strict';
import type { ConformanceCheck } from './conformance.ts';
import { type ConformanceTarget, type OrderedFault, pullAll } from './conformance-target.ts';
import type { Connector, Credentials, PulledPage } from './connector.ts';
import * as errors from './provider-errors.ts';
import type { ProviderHttp } from './provider-http.ts';

type ErrorClass = abstract new (...values: never[]) => errors.ProviderError;

/** How a connector must take a provider's refusals and failures: by the right class, and without telling secrets. */
export function errorChecks(connector: Connector, target: ConformanceTarget): ConformanceCheck[] {
  const name = connector.platform.key;
  const { pagedType, wrongCredentials, deniedCredentials, orderFault, forgetChanges } = target;
  const checks: ConformanceCheck[] = [];
  if (wrongCredentials) {
    checks.push({
      title: `${name}: wrong credentials are AuthRejected`,
      async run() {
        await fails(connector, target, wrongCredentials, errors.AuthRejected, (http) =>
          connector.check({ http, credentials: wrongCredentials }),
        );
        await fails(connector, target, wrongCredentials, errors.AuthRejected, (http) =>
          pullAll(connector, { http, credentials: wrongCredentials }, pagedType),
        );
      },
    });
  }
  if (deniedCredentials) {
    checks.push({
      title: `${name}: what the credentials may not see is PermissionDenied`,
      run: () =>
        fails(connector, target, deniedCredentials, errors.PermissionDenied, (http) =>
          pullAll(connector, { http, credentials: deniedCredentials }, pagedType),
        ),
    });
  }
  if (forgetChanges) {
    checks.push({
      title: `${name}: a cursor from before what the provider remembers is CursorTooOld, and so is one of nobody`,
      async run() {
        const cursor = (await pullAll(connector, target, pagedType)).at(-1)?.cursor ?? '';
        await forgetChanges.call(target);
        for (const place of [{ cursor }, { cursor: 'nobody' }, { resumeAt: 'nobody' }])
          await fails(connector, target, target.credentials, errors.CursorTooOld, (http) =>
            pullAll(connector, { ...target, http }, pagedType, place),
          );
      },
    });
  }
  if (orderFault) checks.push(...faultChecks(connector, target, orderFault.bind(target)));
  return checks;
}

/** By what a connector throws of an ordered fault. */
export const errorOfFault: Readonly<Record<OrderedFault, ErrorClass>> = {
  unauthorized: errors.AuthRejected,
  rateLimited: errors.RateLimited,
  failing: errors.Unavailable,
  hanging: errors.Unavailable,
  truncated: errors.Unavailable,
  garbage: errors.Unavailable,
};

function faultChecks(
  connector: Connector,
  target: ConformanceTarget,
  orderFault: NonNullable<ConformanceTarget['orderFault']>,
): ConformanceCheck[] {
  const { pagedType: dataType, credentials } = target;
  const name = connector.platform.key;
  const checks = Object.entries(errorOfFault).map(([kind, wanted]) => ({
    title: `${name}: ${kind} in the middle of a pass is ${wanted.name}, and the pass can go on afterwards`,
    async run() {
      const whole = await pullAll(connector, target, dataType);
      const pages: PulledPage[] = [];
      await orderFault(kind as OrderedFault, { dataType, skip: 1 });
      try {
        await fails(connector, target, credentials, wanted, async (http) => {
          for await (const page of connector.pull[dataType]?.({ http, credentials }) ?? []) pages.push(page);
        });
      } finally {
        await target.clearFaults?.();
      }
      assert.equal(pages.length, 1, 'the pages before the failure have come');
      const rest = await pullAll(connector, target, dataType, { resumeAt: pages[0]?.resumeAt ?? '' });
      const ids = (all: PulledPage[]) => all.flatMap((page) => page.records.map((record) => record.id));
      assert.deepEqual(ids([...pages, ...rest]), ids(whole));
    },
  }));
  return [
    ...checks,
    {
      title: `${name}: a token that has expired on the way is replaced without an error`,
      async run() {
        await orderFault('unauthorized', { dataType, skip: 1, times: 1 });
        try {
          assert.ok((await pullAll(connector, target, dataType)).length >= 3);
        } finally {
          await target.clearFaults?.();
        }
      },
    },
  ];
}

/** Runs what must fail; holds the class of the error, and that it tells nothing secret. */
export async function fails(
  connector: Connector,
  target: ConformanceTarget,
  credentials: Credentials,
  wanted: ErrorClass,
  run: (http: ProviderHttp) => Promise<unknown>,
): Promise<void> {
  const secrets = connector.credentialFields
    .filter((field) => field.secret)
    .flatMap((field) => credentials[field.name] ?? []);
  const http: ProviderHttp = {
    nowMs: () => target.http.nowMs(),
    request(request) {
      const { authorization } = request.headers ?? {};
      if (authorization) secrets.push(authorization, authorization.replace(/^\S+ /, ''));
      return target.http.request(request);
    },
  };
  const error = await run(http).then(
    () => assert.fail(`${wanted.name} was expected, but nothing failed`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof assert.AssertionError) throw error;
  assert.ok(error instanceof errors.ProviderError, `not a ProviderError, but ${String(error)}`);
  assert.ok(error instanceof wanted, `${wanted.name} was expected, not ${error.name}: ${error.message}`);
  if (error instanceof errors.RateLimited)
    assert.ok(error.retryAtMs >= target.http.nowMs() - 1000, 'when to try again');
  const told = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n');
  for (const secret of secrets) assert.ok(!told.includes(secret), 'the error tells a secret');
}
