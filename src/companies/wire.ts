import Type, { type Static } from 'typebox';
import { Tags } from '../accounts/wire.ts';

export const name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'May contain any Unicode characters.',
});
export const description = Type.String({ maxLength: 2000 });

/** States of a connection. connections/states.ts has the transitions. */
export const connectionStates = ['PendingAuth', 'Linked', 'Unlinked', 'Deauthorized'] as const;
export const sourceTypes = ['Accounting', 'Banking', 'Commerce', 'Other'] as const;

export const NewCompany = Type.Object(
  { name, description: Type.Optional(description), tags: Type.Optional(Tags) },
  { additionalProperties: false, title: 'CompanyInput' },
);
export type NewCompany = Static<typeof NewCompany>;

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const CompanyChange = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(nullable(description)),
    tags: Type.Optional(Tags),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    title: 'CompanyChange',
    description:
      'Omitted fields stay unchanged. `description: null` removes the description. `tags` replaces all tags.',
  },
);
export type CompanyChange = Static<typeof CompanyChange>;

export const CompanyParams = Type.Object({ companyId: Type.String({ format: 'uuid' }) });
