import type { Answer } from '../../../api.ts';

export type Platform = Answer<'listPlatforms'>['results'][number];
