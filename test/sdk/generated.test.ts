import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staleSdkFiles } from '../../dev/sdk/write-sdk.ts';

test('the generated files of the SDKs match the OpenAPI document', async () => {
  assert.deepEqual(await staleSdkFiles(), [], 'run "npm run sdk"');
});
