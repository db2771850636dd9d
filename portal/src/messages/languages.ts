/** Languages that have the texts of the link page. The portal is in English. */
export const linkLanguages = ['en', 'de', 'fr', 'es', 'nl', 'pt'];
export const portalLanguages = ['en'];
