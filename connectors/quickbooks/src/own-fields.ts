import { addPushedFields, type PushableFields, type PushedField } from '@daybook/connector-kit';

/**
 * Fields of QuickBooks that a push can set in addition to those of the data type. No push sets any of them itself, and
 * none changes what a push does. Custom fields have texts only.
 */
const textsIn = (pattern: string, description: string): PushableFields => ({ pattern, types: ['text'], description });

const customField = 'CustomField\\.[1-9]\\d{0,18}';
const numbered = 'CustomField. with the DefinitionId of a custom field, such as CustomField.1';

export const ownSaleFields = textsIn(
  `${customField}|ClassRef\\.value|DepartmentRef\\.value|PrivateNote`,
  `${numbered}, ClassRef.value, DepartmentRef.value and PrivateNote`,
);
export const ownOrderFields = textsIn(`${customField}|ClassRef\\.value`, `${numbered}, and ClassRef.value`);
export const ownCustomerFields = textsIn('Notes|ResaleNum', 'Notes and ResaleNum');
export const ownSupplierFields = textsIn('AcctNum', 'AcctNum');

/** Adds the fields to the body of a request. Custom fields are a list of elements with a DefinitionId. */
export function addOwnFields(body: object, fields: readonly PushedField[] = []): object {
  const isCustom = ({ field }: PushedField) => field.startsWith('CustomField.');
  const custom = fields.filter(isCustom).map(({ field, value }) => ({
    ...{ DefinitionId: field.slice('CustomField.'.length), Type: 'StringType', StringValue: value },
  }));
  const others = fields.filter((field) => !isCustom(field));
  return { ...addPushedFields(body, others), ...(custom.length > 0 && { CustomField: custom }) };
}
