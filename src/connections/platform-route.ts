import Type from 'typebox';
import type { Connector } from '../connectors/connector.ts';
import type { Registry } from '../connectors/registry.ts';
import { dataTypes } from '../data-types/catalogue.ts';
import { type Route, route } from '../http/route.ts';
import { Platform } from './wire.ts';

/** The machine-readable matrix of platforms and data types. Few and fixed: one answer without pages. */
export function platformRoute(ctx: { registry: Registry }): Route {
  return route({
    method: 'GET',
    path: '/platforms',
    operationId: 'listPlatforms',
    tag: 'Connections',
    summary: 'List platforms',
    description: 'The external service providers that companies can be connected to, and what each supports.',
    scope: 'read',
    answers: { 200: { description: 'All platforms', schema: Type.Object({ results: Type.Array(Platform) }) } },
    read: async () => ({ body: { results: ctx.registry.all.map(describe) } }),
  });
}

function describe({ platform, credentialFields, pull, push = {} }: Connector): Platform {
  const supported = dataTypes.filter(({ name }) => Object.hasOwn(pull, name));
  const operations = (name: string) => Object.keys(push[name]?.operations ?? {});
  return {
    platformKey: platform.key,
    name: platform.name,
    sourceType: platform.sourceType,
    enabled: true,
    credentialFields: [...credentialFields],
    dataTypes: Object.fromEntries(supported.map(({ name }) => [name, { pull: true, push: operations(name) }])),
  };
}
