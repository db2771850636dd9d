import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldError, limitOrNull, limitValue } from '../../portal/src/ui/form/form-values.ts';
import { ApiError } from '../../sdk/src/errors.ts';

test('a form shows what the service says about a field below its input', () => {
  const validation = [
    { itemId: 'name', message: 'The field "name" must not be empty. See https://example.com/errors#inputInvalid' },
    { message: 'Something about the whole request.' },
  ];
  const parts = { status: 400, code: 'inputInvalid', service: 'x', correlationId: undefined, retryable: false };
  const error = new ApiError('Bad request', { ...parts, validation, docs: undefined, retryAfter: undefined });
  assert.equal(fieldError(error, 'name'), 'The field "name" must not be empty.');
  assert.equal(fieldError(error, 'url'), undefined);
  assert.equal(fieldError(new Error('lost'), 'name'), undefined);
  assert.equal(fieldError(undefined, 'name'), undefined);
});

test('an empty input for a limit means that there is no limit', () => {
  assert.deepEqual([limitValue(undefined), limitValue(null), limitValue(5)], ['', '', 5]);
  assert.deepEqual([limitOrNull(''), limitOrNull('7'), limitOrNull(7)], [null, 7, 7]);
});
