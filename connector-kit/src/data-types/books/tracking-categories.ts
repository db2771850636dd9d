import type { DataType } from '../data-type.ts';
import { flag, itemStatus, object, optional, text } from '../parts.ts';

export const trackingCategories: DataType = {
  name: 'trackingCategories',
  description: 'Categories such as departments and projects.',
  columns: { status: 'status', ref1: 'name' },
  record: object({
    name: text(),
    parentId: optional(text()),
    hasChildren: optional(flag()),
    status: itemStatus,
  }),
};
