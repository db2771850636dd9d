import type { PushableFields } from '@daybook/connector-kit';

/**
 * Fields of Xero that a push can set in addition to those of the data type. No push sets any of them itself, and none
 * changes what a push does. Xero has no custom fields.
 */
const textsIn = (...names: string[]): PushableFields => ({
  ...{ pattern: names.join('|'), types: ['text'], description: names.join(', ') },
});

export const ownInvoiceFields = textsIn('Url', 'BrandingThemeID');
export const ownBillFields = textsIn('Url');
export const ownNoteFields = textsIn('BrandingThemeID');
export const ownOrderFields = textsIn('AttentionTo', 'Telephone', 'DeliveryInstructions', 'BrandingThemeID');
export const ownContactFields = textsIn('AccountNumber');
