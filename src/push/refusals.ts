import { defineRefusal, type ValidationItem, wrongItems } from '../base/errors.ts';

export const choiceUnknown = defineRefusal({
  code: 'choiceUnknown',
  status: 400,
  meaning: "A field of a push refers to a record that does not exist in the platform's data set.",
  remedy:
    'Get the allowed values from the push options of the data type. If the record is new, request a sync of that data set.',
  service: 'push',
  error: wrongItems,
});

/** Also the code that the messages of a push link to which failed for this reason after it was accepted. */
export const recordMovedOn = defineRefusal({
  code: 'recordMovedOn',
  status: 412,
  meaning:
    'The record has changed since the version that the push was made from (`If-Match`), in Daybook or on the platform. Nothing was sent.',
  remedy:
    'validation.errors lists every field that differs, with its value then (`before`) and now (`after`). Read the record again, apply your change to it, and push with the new ETag.',
  service: 'push',
  error({ reason, items }: { reason: string; items: readonly ValidationItem[] }) {
    const error = `Precondition failed: ${reason}.`;
    return { error, validation: items.length > 0 ? [...items] : [{ message: error }] };
  },
});

/**
 * This code never occurs in a response. It exists so that the messages of failed push operations can link to an
 * explanation.
 */
export const pushRefused = {
  advice: {
    code: 'pushRefused',
    status: 400,
    meaning: 'A push operation failed, because the platform rejected the record or the record could not be sent.',
    remedy:
      "validation.errors of the operation contains the platform's own message, and the name of the field if the platform gives one. Fix the record or the connection, then push again.",
  },
};

/**
 * This code never occurs in a response. It exists so that the warnings of push operations can link to an explanation.
 */
export const pushWarning = {
  advice: {
    code: 'pushWarning',
    status: 200,
    meaning:
      'The platform accepted the record but stored it differently. It ignored a field, rounded a value, replaced a reference or changed a text. `validatorName` says which of these happened.',
    remedy:
      'Nothing failed. Read the record to see what the platform stored. Leave out fields that it does not support, and send values with the precision that it supports.',
  },
};

/** The platform has the data type but does not support the requested write. `can` lists what it supports. */
export const pushNotSupported = defineRefusal({
  code: 'pushNotSupported',
  status: 404,
  meaning: 'The platform supports the data type, but not this push operation for it.',
  remedy: 'The message names what can be pushed; GET /platforms lists the push operations of all platforms.',
  service: 'push',
  error: (text: string) => text,
});

export const operationNotSupported = (parts: {
  operation: string;
  dataType: string;
  platform: string;
  can: readonly string[];
}) =>
  pushNotSupported(
    `Not found: ${parts.platform} does not support the operation ${parts.operation} for ${parts.dataType}. Supported: ${parts.can.join(', ')}.`,
  );

export function readOnly(parts: { dataType: string; platform: string; can: readonly string[] }) {
  const can =
    parts.can.length > 0
      ? `Data types that can be pushed: ${parts.can.join(', ')}.`
      : 'This platform accepts no pushes.';
  return pushNotSupported(`Not found: ${parts.dataType} can be read from ${parts.platform}, but not pushed. ${can}`);
}
