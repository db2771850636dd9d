import assert from 'node:assert/strict';
import type { Connector, Credentials, PulledPage } from '../connector.ts';
import * as errors from '../provider-errors.ts';
import type { ProviderHttp } from '../provider-http.ts';
import { type ConformanceCheck, type ConformanceTarget, type OrderedFault, pullAll } from './conformance-target.ts';

type ErrorClass = abstract new (...values: never[]) => errors.ProviderError;

/** A connector must report a provider's errors with the right error class and without leaking secrets. */
export function errorChecks(connector: Connector, target: ConformanceTarget): ConformanceCheck[] {
  const name = connector.platform.key;
  const { pagedType, wrongCredentials, deniedCredentials, orderFault, forgetChanges } = target;
  const checks: ConformanceCheck[] = [];
  if (wrongCredentials) {
    checks.push({
      title: `${name}: wrong credentials throw AuthRejected`,
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
      title: `${name}: reading data without permission throws PermissionDenied`,
      run: () =>
        fails(connector, target, deniedCredentials, errors.PermissionDenied, (http) =>
          pullAll(connector, { http, credentials: deniedCredentials }, pagedType),
        ),
    });
  }
  if (forgetChanges) {
    checks.push({
      title: `${name}: an expired cursor, an unknown cursor and an unknown resume position throw CursorTooOld`,
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

/** The error class that a connector must throw for each injected fault. */
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
    title: `${name}: after the fault "${kind}" during a pass, it throws ${wanted.name}, and the pass can be resumed`,
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
      assert.equal(pages.length, 1, 'the pages before the failure were returned');
      const rest = await pullAll(connector, target, dataType, { resumeAt: pages[0]?.resumeAt ?? '' });
      const ids = (all: PulledPage[]) => all.flatMap((page) => page.records.map((record) => record.id));
      assert.deepEqual(ids([...pages, ...rest]), ids(whole));
    },
  }));
  return [
    ...checks,
    {
      title: `${name}: a token that expires during a pass is replaced without an error`,
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

/** Runs a call that must fail. Asserts the error's class and that the error contains no secret. */
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
    () => assert.fail(`expected ${wanted.name}, but the call succeeded`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof assert.AssertionError) throw error;
  assert.ok(error instanceof errors.ProviderError, `expected a ProviderError, not ${String(error)}`);
  assert.ok(error instanceof wanted, `expected ${wanted.name}, not ${error.name}: ${error.message}`);
  if (error instanceof errors.RateLimited)
    assert.ok(error.retryAtMs >= target.http.nowMs() - 1000, 'retryAtMs is in the past');
  const told = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n');
  for (const secret of secrets) assert.ok(!told.includes(secret), 'the error contains a secret');
}
