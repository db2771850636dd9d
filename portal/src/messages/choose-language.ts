/** Languages that have the texts of the link page. The portal is in English. */
export const linkLanguages = ['en', 'de', 'fr', 'es', 'nl', 'pt'];
export const portalLanguages = ['en'];

/** Returns the first language of the browser that the page has. The URL parameter `language` takes precedence. */
export function chooseLanguage(languages: readonly string[]): string {
  const asked = new URLSearchParams(window.location.search).get('language') ?? '';
  const wanted = [asked, ...navigator.languages].map((language) => language.split('-')[0] ?? '');
  const language = asked === 'pseudo' ? asked : (wanted.find((one) => languages.includes(one)) ?? 'en');
  document.documentElement.lang = language === 'pseudo' ? 'en' : language;
  return language;
}
