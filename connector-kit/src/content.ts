import type { ProviderHttp } from './provider-http.ts';

/** The attachment whose content is read. `source` is what `PulledRecord.source` was when it was last read. */
export type ContentInput = {
  http: ProviderHttp;
  credentials: Readonly<Record<string, string>>;
  id: string;
  source?: string;
};

/**
 * How the bytes of the file are in the response. `bytes`: they are the response. `base64`: they are the text of the
 * first JSON member with this name.
 */
export type ContentForm = { kind: 'bytes' } | { kind: 'base64'; member: string };

/**
 * Requests the content of an attachment. A connector never sees the bytes: it sends one request with `isContent`,
 * treats every status except 200 as an error, and says how the bytes are in the response. Daybook streams them to the
 * client. Throws the errors in `provider-errors.ts`; `Unsupported` if the file no longer exists.
 */
export type ReadContent = (input: ContentInput) => Promise<ContentForm>;
