/**
 * The parts that a connector is made of. `@daybook/connector-kit/conformance` has the checks that a connector must
 * pass. `@daybook/connector-kit/push-parts` has parts for the schemas of pushes.
 */
export * from './compare-kept.ts';
export * from './connector.ts';
export * from './content.ts';
export * from './data-types/catalogue.ts';
export type { DataType } from './data-types/data-type.ts';
export * from './decimal.ts';
export * from './define-connector.ts';
export * from './define-type.ts';
export * from './exact-json.ts';
export * from './in-one-order.ts';
export * from './provider-errors.ts';
export * from './provider-http.ts';
export * from './pull-changed.ts';
export * from './pull-place.ts';
export * from './pushed-fields.ts';
export type * from './raw-requests.ts';
export * from './retry-after.ts';
export * from './undo.ts';
export type * from './uploads.ts';
