import { addresses, choices } from './setting.ts';

/** Settings for self-hosted platforms, whose addresses come from clients. */
export const providerSettings = {
  selfHostedPlatforms: choices({
    variable: 'DAYBOOK_SELF_HOSTED_PLATFORMS',
    choices: ['tryton', 'hledger'],
    fallback: '',
    example: 'tryton,hledger',
    help: 'Enables self-hosted platforms, separated by commas. Clients provide the addresses of their servers.',
  }),
  providerAllowedAddresses: addresses({
    variable: 'DAYBOOK_PROVIDER_ALLOWED_ADDRESSES',
    fallback: '',
    example: '10.20.0.0/16',
    help: 'Private address ranges that self-hosted platforms may use; for development and for systems in the same network.',
  }),
};
