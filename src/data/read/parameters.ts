import Type from 'typebox';

/** Parameters of the operations that read data sets. */
export const companyId = Type.String({ format: 'uuid' });
export const connectionId = Type.String({ format: 'uuid' });
export const dataType = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'A data type such as `invoices`. GET /platforms lists the data types of each platform.',
});
export const snapshot = Type.Optional(
  Type.String({
    format: 'uuid',
    description:
      'Id of a snapshot of the company. Returns the data as the snapshot has pinned it. The response is 410 after the end of the snapshot. Not together with `asOf`.',
  }),
);
export const asOf = Type.Optional(
  Type.String({
    maxLength: 40,
    description:
      'ISO 8601 time. Returns the data as it was published at that time. The response is 410 if that state is no longer retained. A list is empty if nothing had been published by then.',
  }),
);
