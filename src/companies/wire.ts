import Type, { type Static } from 'typebox';
import { Tags } from '../accounts/wire.ts';

const name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'May contain any Unicode characters.',
});
const description = Type.String({ maxLength: 2000 });

/** States of a connection. connections/states.ts has the transitions. */
export const connectionStates = ['PendingAuth', 'Linked', 'Unlinked', 'Deauthorized'] as const;
export const sourceTypes = ['Accounting', 'Banking', 'Commerce', 'Other'] as const;

export const Company = Type.Object(
  {
    companyId: Type.String({ format: 'uuid' }),
    name,
    description: Type.Optional(description),
    tags: Tags,
    redirect: Type.Optional(
      Type.String({
        description:
          "URL of the link page for the company's owner, including the token. Returned only for a single company, not in lists. Requires an API key with the scope `manage`, or a person with the role `developer` or `administrator`.",
      }),
    ),
    created: Type.String({ format: 'date-time' }),
    lastSync: Type.Optional(Type.String({ format: 'date-time' })),
    createdByUserName: Type.Optional(Type.String()),
    dataConnections: Type.Array(
      Type.Object(
        {
          connectionId: Type.String({ format: 'uuid' }),
          platformKey: Type.String(),
          platformName: Type.String(),
          sourceType: Type.Enum([...sourceTypes], { description: 'More values may be added later.' }),
          status: Type.Enum([...connectionStates], { description: 'More values may be added later.' }),
          created: Type.String({ format: 'date-time' }),
        },
        { title: 'DataConnection' },
      ),
      { description: "A summary of the company's connections. `listConnections` returns more details." },
    ),
  },
  { title: 'Company' },
);
export type Company = Static<typeof Company>;

export const NewCompany = Type.Object(
  { name, description: Type.Optional(description), tags: Type.Optional(Tags) },
  { additionalProperties: false, title: 'NewCompany' },
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
