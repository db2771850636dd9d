import type { ProviderRequest } from '@daybook/connector-kit';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { CallLog, CallReason, PlatformCall } from './call-log.ts';
import { maskText, maskUrl } from './mask-url.ts';
import type { ProviderPlace } from './provider-budget.ts';

/** The connection for which a request is made, and why. `secrets` are masked in the log. */
export type CallPlace = ProviderPlace & {
  accountId: string;
  companyId: string;
  reason: CallReason;
  secrets?: readonly string[];
};

/** Follows one call to a platform, and adds it to the log when it has ended. A call that is never sent is not added. */
export type OpenCall = {
  sent(): void;
  answered(answer: { status: number; bytes: number }, retryAtMs: number | undefined): void;
  failed(error: unknown): void;
};

export function beginCall(log: CallLog, clock: Clock, place: CallPlace, request: ProviderRequest): OpenCall {
  const { accountId, companyId, connectionId, reason, secrets = [] } = place;
  const begunAt = performance.now();
  let sentAt = begunAt;
  let callId = '';
  let isOver = false;
  function end(outcome: Pick<PlatformCall, 'status' | 'error' | 'bytes' | 'retryAtMs'>): void {
    if (isOver) return;
    isOver = true;
    log.add({
      ...{ accountId, companyId, connectionId, ...reason, callId, method: request.method },
      ...maskUrl(request.url, { secrets, ...(request.headers && { headers: request.headers }) }),
      ...outcome,
      durationMs: performance.now() - sentAt,
      waitedMs: sentAt - begunAt,
    });
  }
  return {
    sent() {
      sentAt = performance.now();
      callId = newId(clock);
    },
    answered({ status, bytes }, retryAtMs) {
      end({ status, error: undefined, bytes, retryAtMs });
    },
    failed(error) {
      const message = maskText(error instanceof Error ? error.message : String(error), secrets);
      end({ status: undefined, error: message, bytes: 0, retryAtMs: undefined });
    },
  };
}
