import { defineType, type PulledRecord, pullChanged } from '@daybook/connector-kit';
import { combinedId } from '../../pull-combined.ts';
import { type PullSettings, readRecord } from '../../pull-records.ts';
import { type Access, readAll } from '../../read-all.ts';
import { readQuickbooks } from '../../request-quickbooks.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { activity } from '../values.ts';
import { createCategoryPush } from './push-categories.ts';

type QboCategory = QboMeta & { Name: string; ParentRef?: QboRef; Active?: boolean; SubDepartment?: boolean };

/** QuickBooks has two kinds: classes, for lines, and departments (called locations), for whole transactions. */
export const kinds = ['Class', 'Department'] as const;
type Kind = (typeof kinds)[number];
type Sourced = { kind?: Kind; hasChildren: boolean; category: QboCategory };

export const trackingCategories = defineType<PullSettings>({
  dataType: 'trackingCategories',
  pull: (settings) => pullChanged((input) => readCategories(settings, input)),
  fromSource: (text) => recordOf(text),
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

function recordsOf(kind: Kind, texts: readonly string[]): PulledRecord[] {
  const parents = new Set(texts.map((text) => (JSON.parse(text) as QboCategory).ParentRef?.value));
  return texts.map((text) => {
    const hasChildren = parents.has((JSON.parse(text) as QboCategory).Id);
    // Neither is in the record of QuickBooks, so both must be in the source, from which the record follows.
    return recordOf(`{"kind":"${kind}","hasChildren":${hasChildren},"category":${text}}`);
  });
}

/** Sources of earlier versions do not name the kind. There, a department says whether it is below another one. */
const kindOf = ({ kind, category }: Sourced): Kind =>
  kind ?? (category.SubDepartment === undefined ? 'Class' : 'Department');

function recordOf(source: string): PulledRecord {
  const wire = JSON.parse(source) as Sourced;
  const entity = kindOf(wire);
  const map = ({ Name, ParentRef, Active }: QboCategory) => ({
    name: Name,
    parentId: ParentRef && combinedId(entity, ParentRef.value),
    hasChildren: wire.hasChildren,
    status: activity(Active),
  });
  const record = readRecord(JSON.stringify(wire.category), { entity, map });
  return { ...record, id: combinedId(entity, record.id), source };
}
