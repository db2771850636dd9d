import { createClient } from '@daybook/sdk';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from '../theme.ts';
import { LinkPage } from './LinkPage.tsx';

/** The page for company owners at /link/{token}. It has no session and no router; the token identifies the company. */
const token = decodeURIComponent(location.pathname.split('/').at(-1) ?? '');
// Requests are not retried. The page shows an error at once, and the person can try again.
const client = createClient({ baseUrl: location.origin, session: true, retries: 0 });

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <LinkPage client={client} token={token} />
      </MantineProvider>
    </StrictMode>,
  );
