import type { Operations } from '@daybook/sdk';

/** What the API returns about a link, and its parts. */
export type Link = Operations['getLink']['answer'];
export type Platform = Link['platforms'][number];
export type LinkedPlatform = Link['connections'][number];
