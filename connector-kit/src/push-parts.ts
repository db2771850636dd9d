import Type, { type TProperties } from 'typebox';

/** Schema parts for pushes, shared by all platforms. */

/** An object schema that rejects unknown fields, so that no field is accepted but silently not sent. */
export const closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const optional = Type.Optional;

export const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description && { description }) });

export const ref = (description: string) => closed({ id: text(200, description) });

/** Platforms store dates without a time. A time of day would be lost, so the schema rejects it. */
export const day = (description = '') =>
  Type.String({
    pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T00:00:00(\\.0{1,6})?Z)?$',
    description: `${description} A whole day, such as 2026-11-15 or 2026-11-15T00:00:00Z.`.trim(),
  });
