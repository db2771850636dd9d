import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { z } from 'astro/zod';

/** `words`: what readers type to find the page, if its text says it in other words. */
const extend = z.object({ words: z.string().optional() });

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema({ extend }) }) };
