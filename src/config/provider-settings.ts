import type { Setting } from './settings.ts';

/** Settings of platforms that companies run themselves: a client gives their address. */
export const providerSettings = {
  selfHostedPlatforms: {
    variable: 'DAYBOOK_SELF_HOSTED_PLATFORMS',
    kind: 'choices',
    choices: ['tryton', 'hledger'],
    fallback: '',
    example: 'tryton,hledger',
    help: 'Enables platforms that companies run themselves, comma separated. Their addresses are given by clients.',
  },
  providerAllowedAddresses: {
    variable: 'DAYBOOK_PROVIDER_ALLOWED_ADDRESSES',
    kind: 'addresses',
    fallback: '',
    example: '10.20.0.0/16',
    help: 'Address ranges that such a platform may stand at although they are private; for development and for systems in the same network.',
  },
} satisfies Record<string, Setting>;
