import '@mantine/core/styles.css';
import { createClient } from '@daybook/sdk';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from '../theme.ts';
import { LinkPage } from './LinkPage.tsx';

/** The page that a company's owner opens by a link: /link/{token}. No session, no router: the token is all there is. */
const token = decodeURIComponent(location.pathname.split('/').at(-1) ?? '');
// A person waits: whoever is told at once can try again themselves.
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
