import { ApiError } from '../errors.ts';

/** The platform has the data type, but cannot be written to as was wanted. `can`: what it can be. */
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
    `Not found: ${parts.dataType} cannot be pushed to ${parts.platform} by ${parts.operation}, only by ${parts.can.join(', ')}.`,
  );
}

export function readOnly(parts: { dataType: string; platform: string; can: readonly string[] }) {
  const can =
    parts.can.length > 0 ? `What can be pushed to it: ${parts.can.join(', ')}.` : 'Nothing can be pushed to it.';
  return pushNotSupported(`Not found: ${parts.dataType} can be read from ${parts.platform}, but not pushed. ${can}`);
}
