import assert from 'node:assert/strict';
import type { Connector } from '../connector.ts';
import { type ConformanceCheck, type ConformanceTarget, pullAll, textOf } from './conformance-target.ts';

/** After a change of the mapping, Daybook computes records from their stored sources, without the platform. */
export function sourceChecks(connector: Connector, target: ConformanceTarget): ConformanceCheck[] {
  return Object.keys(connector.fromSource ?? {}).map((dataType) => ({
    title: `${connector.platform.key}: every record of ${dataType} follows from its stored source`,
    run: async () => {
      const fromSource = connector.fromSource?.[dataType] ?? assert.fail();
      for (const { records } of await pullAll(connector, target, dataType)) {
        for (const pulled of records.filter(({ isDeleted }) => !isDeleted)) {
          assert.ok(pulled.source !== undefined, `${dataType} ${pulled.id} has no source`);
          const again = fromSource(pulled.source);
          assert.equal(textOf(again), textOf(pulled), `${dataType} ${pulled.id}`);
          assert.equal(again.sourceModifiedDate, pulled.sourceModifiedDate, `${dataType} ${pulled.id}`);
        }
      }
    },
  }));
}
