import Type from 'typebox';

const uuid = Type.String({ format: 'uuid' });

export const AuditEntry = Type.Object(
  {
    auditId: uuid,
    at: Type.String({ format: 'date-time' }),
    actor: Type.Object({
      kind: Type.Enum(['person', 'key', 'operator', 'service', 'link'], {
        description:
          '`person`: a member of the account. `key`: an API key. `operator`: whoever runs the service. `link`: whoever used the link of a company. New values may appear.',
      }),
      id: Type.Optional(uuid),
      name: Type.String({ description: 'As it was then.' }),
    }),
    operation: Type.String({ description: 'The operationId, such as `changeCompany`, or what happened: `signIn`.' }),
    subject: Type.Object({
      kind: Type.String({ description: 'What was changed, such as `company`.' }),
      id: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
    }),
    companyId: Type.Optional(uuid),
    before: Type.Optional(Type.Unknown({ description: 'As it was, secrets masked.' })),
    after: Type.Optional(Type.Unknown({ description: 'What the change answered, secrets masked.' })),
    address: Type.Optional(Type.String({ description: 'Where the request came from.' })),
    correlationId: Type.Optional(uuid),
  },
  { title: 'AuditEntry' },
);
