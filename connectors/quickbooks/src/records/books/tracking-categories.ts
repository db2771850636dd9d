import { defineType, type PulledRecord, pullChanged } from '@daybook/connector-kit';
import { combinedId } from '../../pull-combined.ts';
import { type PullSettings, readRecord } from '../../pull-records.ts';
import { type Access, readAll } from '../../read-all.ts';
import { readQuickbooks } from '../../request-quickbooks.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { activity } from '../values.ts';
import { createCategoryPush } from './push-categories.ts';

type QboCategory = QboMeta & { Name: string; ParentRef?: QboRef; Active?: boolean };

/** QuickBooks has two kinds: classes, for lines, and departments (called locations), for whole transactions. */
export const kinds = ['Class', 'Department'] as const;

export const trackingCategories = defineType<PullSettings>({
  dataType: 'trackingCategories',
  pull: (settings) => pullChanged((input) => readCategories(settings, input)),
  push: (settings) => createCategoryPush(settings, (access) => readCategories(settings, access)),
});

async function readCategories(settings: PullSettings, access: Access): Promise<PulledRecord[]> {
  const records: PulledRecord[] = [];
  for (const entity of kinds) {
    const texts = await readAll(settings, access, { entity, hasInactive: true });
    records.push(...readQuickbooks('', () => recordsOf(entity, texts)));
  }
  return records;
}

function recordsOf(entity: string, texts: readonly string[]): PulledRecord[] {
  const parents = new Set(texts.map((text) => (JSON.parse(text) as QboCategory).ParentRef?.value));
  return texts.map((text) => {
    const hasChildren = parents.has((JSON.parse(text) as QboCategory).Id);
    const map = (wire: QboCategory) => ({
      name: wire.Name,
      parentId: wire.ParentRef && combinedId(entity, wire.ParentRef.value),
      hasChildren,
      status: activity(wire.Active),
    });
    const record = readRecord(text, { entity, map });
    // Whether there are children is not in the record of QuickBooks, so it must be in the source that is compared.
    return {
      ...record,
      id: combinedId(entity, record.id),
      source: `{"hasChildren":${hasChildren},"category":${text}}`,
    };
  });
}
