import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './fonts.css';
import './portal.css';
import { loadLanguage } from './messages/catalogue.ts';
import { chooseLanguage, portalLanguages } from './messages/choose-language.ts';

const areas = [
  'ui',
  'overview',
  'companies',
  'company',
  'books',
  'operator',
  'sign-in',
  'settings',
  'webhooks',
  'migration',
  'notices',
];

// If the texts of the language cannot be loaded, the page is shown in English.
void loadLanguage(chooseLanguage(portalLanguages), areas)
  .catch(() => {})
  .then(() => import('./start.tsx'));
