import { ApiError } from '@daybook/sdk';
import { t } from '../../messages/link.ts';
import type { Problem } from '../words.ts';

/** Explains why a file was refused. Undefined for errors that have nothing to do with the file. */
export function explainUpload(error: unknown): Problem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code, correlationId } = error;
  if (code === 'bodyTooLarge') return { title: t('fileIsTooLarge'), text: t('uploadInSmallerParts'), correlationId };
  if (code === 'bodyNotFile') return { title: t('fileIsEmpty'), text: t('exportAgain'), correlationId };
  if (code === 'tooManyUploads') return { title: t('tooManyFiles'), text: t('uploadOneFileInstead'), correlationId };
  return undefined;
}
