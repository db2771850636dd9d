import { ApiError } from '../base/errors.ts';

/** The platform has the data type but does not support the requested write. `can` lists what it supports. */
function pushNotSupported(error: string) {
  return new ApiError({ statusCode: 404, code: 'pushNotSupported', error, service: 'push' });
}

export function operationNotSupported(parts: {
  operation: string;
  dataType: string;
  platform: string;
  can: readonly string[];
}) {
  return pushNotSupported(
    `Not found: ${parts.platform} does not support the operation ${parts.operation} for ${parts.dataType}. Supported: ${parts.can.join(', ')}.`,
  );
}

export function readOnly(parts: { dataType: string; platform: string; can: readonly string[] }) {
  const can =
    parts.can.length > 0
      ? `Data types that can be pushed: ${parts.can.join(', ')}.`
      : 'This platform accepts no pushes.';
  return pushNotSupported(`Not found: ${parts.dataType} can be read from ${parts.platform}, but not pushed. ${can}`);
}
