import type { Clock } from '../base/clock.ts';
import { notFound } from '../base/errors.ts';
import { digestOf } from '../connectors/mapping.ts';
import { markCustomChanged } from '../data/write/outdated-data-sets.ts';
import type { Tx } from '../db/db.ts';
import { addMapping, endMapping, lockMapping, type MappingPlace } from './store.ts';
import type { Mapping, MappingInput } from './wire.ts';

type Changed = { before: Mapping | undefined; after: Mapping };

/**
 * Replaces a mapping. If records depend on the change, the data sets are marked in the same transaction, and workers
 * compute them again (docs/decisions/0052).
 */
export async function replaceMapping(
  { clock }: { clock: Clock },
  tx: Tx,
  place: MappingPlace,
  { fields }: MappingInput,
): Promise<Changed> {
  const { current: before, latest } = await lockMapping(tx, place);
  if (before && JSON.stringify(before.fields) === JSON.stringify(fields)) return { before, after: before };
  await endMapping(tx, place);
  const after = await addMapping(tx, place, { version: latest + 1, fields, at: clock.now() });
  if (!before || digestOf(before.fields) !== digestOf(fields)) await markCustomChanged(tx, place);
  return { before, after };
}

export async function removeMapping(tx: Tx, place: MappingPlace): Promise<Mapping> {
  const { current } = await lockMapping(tx, place);
  if (!current) throw notFound({ resource: 'mapping', service: 'mappings' });
  await endMapping(tx, place);
  await markCustomChanged(tx, place);
  return current;
}
