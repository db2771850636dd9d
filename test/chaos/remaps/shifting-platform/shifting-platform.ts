import { defineConnector } from '@daybook/connector-kit';
import { shiftingConnector } from '../../../sync/shifting-connector.ts';

/** The sandbox as a platform from outside the repository, whose mapping has the version that the operator has set. */
export const platformKey = 'shifting';

export const connector = defineConnector({
  settings: {
    url: {
      variable: 'DAYBOOK_SHIFTING_URL',
      kind: 'url',
      example: 'http://127.0.0.1:8090',
      help: 'URL of "daybook sandbox"; enables the platform.',
    },
    version: {
      variable: 'DAYBOOK_SHIFTING_VERSION',
      kind: 'integer',
      example: '1',
      help: 'Version of the mapping of invoices.',
    },
  },
  enabledBy: 'url',
  notes: 'For the chaos test of mappings.',
  create({ url, version }) {
    const made = shiftingConnector({ baseUrl: url, version: () => version ?? 1 });
    const { mappingVersion } = made;
    return { ...made, mappingVersion, platform: { ...made.platform, key: platformKey, name: 'Shifting' } };
  },
});
