import '@mantine/core/styles.css';
import '../fonts.css';
import { loadLanguage } from '../messages/catalogue.ts';
import { chooseLanguage, linkLanguages } from '../messages/choose-language.ts';

// If the texts of the language cannot be loaded, the page is shown in English.
void loadLanguage(chooseLanguage(linkLanguages), ['link'])
  .catch(() => {})
  .then(() => import('./start.tsx'));
