import type { Connector } from '@daybook/connector-kit';
import { badRequest, inputInvalid, notFound, type ValidationItem } from '../base/errors.ts';
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

/** Refuses a `pushTo` that a push to the platform cannot set. */
export function requirePushable(connector: Connector, dataType: string, { fields }: MappingInput): void {
  const { platform, push = {} } = connector;
  const taken = Object.hasOwn(push, dataType) ? push[dataType]?.customFields : undefined;
  const isTaken = new RegExp(`^(?:${taken?.pattern})$`);
  const items = fields.flatMap(({ pushTo, type }, at): ValidationItem[] => {
    if (pushTo === undefined) return [];
    const wrong = (name: string, message: string) => [
      { itemId: `fields.${at}.${name}`, message, validatorName: 'pushToValidator' },
    ];
    if (!taken) {
      const able = Object.entries(push).flatMap(([name, { customFields }]) => (customFields ? [name] : []));
      return wrong(
        'pushTo',
        `Pushes of ${dataType} to ${platform.name} cannot set custom fields. Data types of ${platform.name} for which they can: ${able.join(', ') || 'none'}.`,
      );
    }
    if (!isTaken.test(pushTo))
      return wrong(
        'pushTo',
        `"${pushTo}" is not a field that a push of ${dataType} to ${platform.name} can set. It can set ${taken.description}.`,
      );
    if (!taken.types.includes(type))
      return wrong(
        'type',
        `A push of ${dataType} to ${platform.name} cannot set custom fields of the type ${type}. Possible: ${taken.types.join(', ')}.`,
      );
    if (fields.findIndex((one) => one.pushTo === pushTo) < at)
      return wrong('pushTo', `Another custom field has the same "pushTo": "${pushTo}".`);
    return [];
  });
  if (items.length > 0) throw inputInvalid({ service: 'mappings', items });
}
