import type { Operations } from '@daybook/sdk';

/** Types of the response that the API returns for a link page. */
export type Link = Operations['getLink']['answer'];
export type Platform = Link['platforms'][number];
export type LinkedPlatform = Link['connections'][number];
/** What was found in a file that the owner has uploaded. */
export type Found = Operations['createLinkUpload']['answer'];
