import Type from 'typebox';

const uuid = Type.String({ format: 'uuid' });

export const AuditEntry = Type.Object(
  {
    auditId: uuid,
    at: Type.String({ format: 'date-time' }),
    actor: Type.Object({
      kind: Type.Enum(['person', 'key', 'operator', 'service', 'link'], {
        description:
          '`person`: a member of the account. `key`: an API key. `operator`: someone who runs the service. `service`: the service itself. `link`: someone who used a company link. More values may be added later.',
      }),
      id: Type.Optional(uuid),
      name: Type.String({ description: 'The name that the actor had at the time of the change.' }),
    }),
    operation: Type.String({
      description: 'An operationId such as `changeCompany`, or an action such as `resetPerson`.',
    }),
    subject: Type.Object({
      kind: Type.String({ description: 'The kind of object that was changed, such as `company`.' }),
      id: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
    }),
    companyId: Type.Optional(uuid),
    before: Type.Optional(Type.Unknown({ description: 'The state before the change, with secrets masked.' })),
    after: Type.Optional(Type.Unknown({ description: 'The response to the change, with secrets masked.' })),
    address: Type.Optional(Type.String({ description: 'IP address of the client.' })),
    correlationId: Type.Optional(uuid),
  },
  { title: 'AuditEntry' },
);
