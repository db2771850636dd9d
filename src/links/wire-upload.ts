import Type, { type Static } from 'typebox';
import { Upload } from '../uploads/store.ts';
import { LinkConnectionParams } from './wire.ts';

/** Schemas of files that the owner of a company uploads on the link page. */
export const LinkUploadParams = Type.Object({
  ...LinkConnectionParams.properties,
  uploadId: Type.String({ format: 'uuid' }),
});

const { uploadId, fileName, bytes, status, format, problem, dataTypes, notes, sheets } = Upload.properties;

export const LinkUpload = Type.Object(
  { uploadId, fileName, bytes, status, format, problem, dataTypes, notes, sheets },
  { title: 'LinkUpload', description: 'A file that the owner of a company has uploaded, and what it contains.' },
);
export type LinkUpload = Static<typeof LinkUpload>;
