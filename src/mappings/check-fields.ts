import type { Connector } from '@daybook/connector-kit';
import { badRequest, notFound } from '../base/errors.ts';
import type { Registry } from '../connectors/registry.ts';
import type { MappingInput } from './wire.ts';

/** Returns the connector, or throws if its platform is unknown or cannot have custom fields for the data type. */
export function requireMappable(
  { registry }: { registry: Registry },
  platformKey: string,
  dataType: string,
): Connector {
  const connector = registry.find(platformKey);
  if (!connector) throw notFound({ resource: 'platform', service: 'mappings' });
  if (Object.hasOwn(connector.fromSource ?? {}, dataType)) return connector;
  const possible = Object.keys(connector.fromSource ?? {}).join(', ') || 'none';
  throw badRequest({
    service: 'mappings',
    items: [
      {
        itemId: 'dataType',
        message: `Custom fields of ${dataType} are not possible for ${platformKey}. Possible data types: ${possible}.`,
        validatorName: 'DataTypeValidator',
      },
    ],
  });
}

export function requireUniqueNames({ fields }: MappingInput): void {
  const seen = new Set<string>();
  for (const [at, { name }] of fields.entries()) {
    const folded = name.toLowerCase();
    if (seen.has(folded))
      throw badRequest({
        service: 'mappings',
        items: [
          {
            itemId: `fields.${at}.name`,
            message: `The name "${name}" is used by two custom fields. Each name can be used once.`,
            validatorName: 'UniqueValidator',
          },
        ],
      });
    seen.add(folded);
  }
}
