import { companyLink, writeAudit } from '../audit/write-audit.ts';
import type { Tx } from '../db/db.ts';
import { type ConfirmContext, confirmUpload } from '../uploads/confirm-upload.ts';
import { type Previewed, previewUpload } from '../uploads/preview-upload.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import { type UploadIds, uploadStatement } from '../uploads/store.ts';
import type { Confirmation, FileReading } from '../uploads/wire.ts';
import { inPlainWords, type LinkCall } from './link-platform.ts';
import { type LinkContext, openLink } from './read-link.ts';
import { companyLinkUnknown } from './refusals.ts';
import { LinkUpload } from './wire-upload.ts';

/** What the owner of a company does with files on the link page. The steps are those of the API (`uploads`). */
export type OwnerUploadContext = LinkContext & ConfirmContext;

type Place = { companyId: string; connectionId: string; byOwner: true };

async function openPlace(
  ctx: LinkContext,
  { token, connectionId }: { token: string; connectionId: string },
): Promise<{ accountId: string; place: Place }> {
  const { place, row } = await openLink(ctx, token);
  if (!row.connections.some((one) => one.connectionId === connectionId)) throw companyLinkUnknown();
  return { accountId: place.account_id, place: { companyId: place.company_id, connectionId, byOwner: true } };
}

/** Stores a file of the owner. It is part of no data set until the owner confirms how it is read. */
export async function receiveOwnerUpload(
  ctx: OwnerUploadContext,
  given: { token: string; connectionId: string; fileName: string; file: () => Promise<Buffer>; from: LinkCall },
): Promise<LinkUpload> {
  const { accountId, place } = await openPlace(ctx, given);
  const content = await given.file();
  const { uploadId } = await receiveUpload(ctx, {
    ...{ accountId, place, fileName: given.fileName, content },
    keep: (tx, made) => keepChange(ctx, tx, { operation: 'createLinkUpload', place, uploadId: made, from: given.from }),
  });
  return readUpload(ctx, accountId, { ...place, uploadId });
}

export async function previewOwnerUpload(
  ctx: OwnerUploadContext,
  given: { token: string; connectionId: string; uploadId: string; reading: FileReading },
): Promise<Previewed> {
  const { accountId, place } = await openPlace(ctx, given);
  return previewUpload(ctx, { accountId, place: { ...place, uploadId: given.uploadId }, reading: given.reading });
}

/** Makes the file a part of its data sets. The first one links the connection, also one that was disconnected. */
export async function confirmOwnerUpload(
  ctx: OwnerUploadContext,
  given: { token: string; connectionId: string; uploadId: string; confirmation: Confirmation; from: LinkCall },
): Promise<LinkUpload> {
  const { accountId, place } = await openPlace(ctx, given);
  const { mode, ...reading } = given.confirmation;
  const { uploadId, from } = given;
  await confirmUpload(ctx, {
    ...{ accountId, place: { ...place, uploadId }, reading, mode },
    keep: (tx) => keepChange(ctx, tx, { operation: 'confirmLinkUpload', place, uploadId, from }),
  }).catch((error) => {
    throw inPlainWords(error, 'Files');
  });
  return readUpload(ctx, accountId, { ...place, uploadId });
}

/** Only what the owner needs to see: nothing of syncs. */
async function readUpload(ctx: LinkContext, accountId: string, place: UploadIds): Promise<LinkUpload> {
  const [row] = await ctx.db.read(accountId, uploadStatement({ ...place, accountId }, place.uploadId));
  if (!row) throw companyLinkUnknown();
  const upload = JSON.parse(row.json) as Record<string, unknown>;
  const names = Object.keys(LinkUpload.properties);
  return Object.fromEntries(names.filter((name) => name in upload).map((name) => [name, upload[name]])) as LinkUpload;
}

async function keepChange(
  ctx: LinkContext,
  tx: Tx,
  done: { operation: string; place: Place; uploadId: string; from: LinkCall },
): Promise<void> {
  const { operation, place, uploadId, from } = done;
  await writeAudit(ctx, tx, {
    accountId: tx.accountId,
    actor: companyLink,
    operation,
    subject: { kind: 'upload', id: uploadId },
    companyId: place.companyId,
    after: { connectionId: place.connectionId, uploadId },
    address: from.address,
    correlationId: from.correlationId,
  });
}
