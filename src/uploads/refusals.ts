import { defineRefusal } from '../base/errors.ts';

const service = 'uploads';

export const noUploadsHere = defineRefusal({
  code: 'noUploadsHere',
  status: 409,
  meaning: 'The connection reads its records from a platform, so no files can be uploaded to it.',
  remedy: 'Create a connection to the platform `files` and upload the file to it.',
  service,
  error: (parts: { platformName: string }) =>
    `Conflict: ${parts.platformName} does not read files. Upload them to a connection to the platform "files".`,
});

export const fileNotReadable = defineRefusal({
  code: 'fileNotReadable',
  status: 409,
  meaning: 'The upload cannot be read, so it can be neither previewed nor confirmed.',
  remedy: 'The message says why. Upload another file.',
  service,
  error: (parts: { problem: string }) => `Conflict: the file cannot be read: ${parts.problem}`,
});

export const nothingToRead = defineRefusal({
  code: 'nothingToRead',
  status: 400,
  meaning: 'Read in this way, the file contains no record, or the mapping is wrong.',
  remedy: 'Request a preview, correct the mapping, and confirm it.',
  service,
  error: (parts: { problem: string }) => `Bad request: ${parts.problem}`,
});

export const tooManyUploads = defineRefusal({
  code: 'tooManyUploads',
  status: 409,
  meaning: 'The connection has as many files as it can have, and its data sets consist of all of them.',
  remedy: 'Delete uploads that are no longer needed, or confirm one file with `mode=replace` that contains everything.',
  service,
  error: (parts: { max: number }) => `Conflict: the connection already has ${parts.max} files. Delete some of them.`,
});
