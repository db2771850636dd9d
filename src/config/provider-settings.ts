import { addresses, choices, list } from './setting.ts';

/**
 * The setting that enables self-hosted platforms, for which clients specify the address of the server. `platforms` are
 * the allowed values.
 */
export const selfHostedPlatforms = (platforms: readonly string[]) =>
  choices({
    variable: 'DAYBOOK_SELF_HOSTED_PLATFORMS',
    choices: platforms,
    fallback: '',
    example: 'tryton,hledger',
    help: 'Keys of the self-hosted platforms to enable, separated by commas. Clients provide the addresses of their own servers.',
  });

export const providerSettings = {
  connectors: list({
    variable: 'DAYBOOK_CONNECTORS',
    fallback: '',
    example: 'daybook-connector-acme,/opt/connectors/books',
    help: 'Connectors from outside the repository, separated by commas: names of installed packages, or folders. They run inside Daybook: list only code that you trust.',
  }),
  selfHostedPlatforms: selfHostedPlatforms([]),
  providerAllowedAddresses: addresses({
    variable: 'DAYBOOK_PROVIDER_ALLOWED_ADDRESSES',
    fallback: '',
    example: '10.20.0.0/16',
    help: 'Private address ranges that self-hosted platforms may use; for development and for systems in the same network.',
  }),
};
