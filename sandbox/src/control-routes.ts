import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Sandbox } from './answer-request.ts';
import { recordShapes } from './books/record-counts.ts';
import type { FaultOrder } from './faults.ts';

const closed = { additionalProperties: false };
const count = (maximum: number) => Type.Optional(Type.Integer({ minimum: 0, maximum }));

const changesBody = Type.Object(
  {
    type: Type.String(),
    update: count(1_000_000),
    create: count(1_000_000),
    delete: count(1_000_000),
    seed: Type.Optional(Type.Integer()),
  },
  closed,
);

const faultBody = Type.Object(
  {
    match: Type.Optional(
      Type.Object(
        {
          company: Type.Optional(Type.String()),
          type: Type.Optional(Type.String()),
          path: Type.Optional(Type.String()),
          method: Type.Optional(Type.Enum(['GET', 'POST', 'PUT', 'DELETE'])),
        },
        closed,
      ),
    ),
    fault: Type.Union([
      Type.Object(
        {
          kind: Type.Literal('status'),
          status: Type.Integer({ minimum: 400, maximum: 599 }),
          retryAfter: Type.Optional(Type.Number({ minimum: 0 })),
        },
        closed,
      ),
      Type.Object({ kind: Type.Enum(['slow', 'late']), ms: Type.Number({ minimum: 0, maximum: 600_000 }) }, closed),
      Type.Object(
        { kind: Type.Literal('lost'), status: Type.Optional(Type.Integer({ minimum: 500, maximum: 599 })) },
        closed,
      ),
      Type.Object({ kind: Type.Literal('accept'), looks: count(1_000_000), ms: count(600_000) }, closed),
      Type.Object({ kind: Type.Enum(['hang', 'truncate', 'garbage', 'reorder', 'cut', 'forget']) }, closed),
      Type.Object(
        {
          kind: Type.Literal('adjust'),
          replace: Type.Array(Type.Tuple([Type.String({ minLength: 1 }), Type.String()]), { maxItems: 100 }),
        },
        closed,
      ),
      Type.Object({ kind: Type.Literal('vanish'), share: Type.Number({ minimum: 0, maximum: 1 }) }, closed),
    ]),
    skip: count(1_000_000_000),
    times: count(1_000_000_000),
    share: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    seed: Type.Optional(Type.Integer()),
  },
  closed,
);

const limitBody = Type.Object(
  {
    company: Type.Optional(Type.String()),
    requests: Type.Integer({ minimum: 0 }),
    per_ms: Type.Integer({ minimum: 1, maximum: 86_400_000 }),
  },
  closed,
);

/** Routes with which scripts and tests control the sandbox. Only requests from this machine are allowed. */
export function addControlRoutes(server: FastifyInstance, sandbox: Sandbox): void {
  const { companies, faults, limits, stats } = sandbox;
  server.register(async (control) => {
    control.addHook('onRequest', async (request, reply) => {
      if (!/^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(request.ip)) return reply.code(403).send({ error: 'not_local' });
    });

    control.post<{ Params: { company: string }; Body: Static<typeof changesBody> }>(
      '/control/companies/:company/changes',
      { schema: { body: changesBody } },
      async (request, reply) => {
        const { type, update = 0, create = 0, delete: remove = 0, seed = 0 } = request.body;
        if (!Object.hasOwn(recordShapes, type)) return reply.code(404).send({ error: 'unknown_type' });
        if (type === 'info' && (create || remove)) return reply.code(400).send({ error: 'info_is_one_record' });
        const order = { dataType: type, update, create, delete: remove, seed };
        const made = companies.change(request.params.company, order);
        if (!made) return reply.code(404).send({ error: 'unknown_company' });
        if (made === 'too many') return reply.code(400).send({ error: 'more_than_there_are' });
        return made;
      },
    );
    control.post<{ Params: { company: string } }>('/control/companies/:company/forget', async (request, reply) => {
      if (!companies.find(request.params.company)) return reply.code(404).send({ error: 'unknown_company' });
      companies.forget(request.params.company);
      return { position: companies.find(request.params.company)?.changes.position };
    });

    control.get<{ Params: { company: string } }>('/control/companies/:company/writes', async (request, reply) => {
      const found = companies.find(request.params.company);
      return found ? found.writes.log : reply.code(404).send({ error: 'unknown_company' });
    });

    control.post<{ Body: FaultOrder }>('/control/faults', { schema: { body: faultBody } }, async (request) => {
      faults.order(request.body);
      return faults.list();
    });
    control.get('/control/faults', async () => faults.list());
    control.delete<{ Querystring: { company?: string } }>('/control/faults', async (request) => {
      faults.clear(request.query.company);
      return faults.list();
    });

    control.post<{ Body: Static<typeof limitBody> }>(
      '/control/limits',
      { schema: { body: limitBody } },
      async (request) => {
        const { company, requests, per_ms } = request.body;
        limits.set({ ...(company !== undefined && { company }), requests, perMs: per_ms });
        return request.body;
      },
    );
    control.delete('/control/limits', async () => {
      limits.clear();
      return [];
    });

    control.get('/control/stats', async () => stats.read());
    control.delete('/control/stats', async () => {
      stats.reset();
      return stats.read();
    });
  });
}
