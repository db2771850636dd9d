import { Drawer, MantineProvider, Modal, mergeThemeOverrides, Portal } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient, read } from './api.ts';
import { t } from './messages/ui.ts';
import { router } from './routes.tsx';
import { cssVariables, theme } from './theme.ts';

const dialog = { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } };
/** Menus and dialogs render into a labelled region, so that screen readers can find them. */
const portalTheme = mergeThemeOverrides(theme, {
  components: {
    Portal: Portal.extend({ defaultProps: { target: '#overlays' } }),
    Modal: Modal.extend(dialog),
    Drawer: Drawer.extend(dialog),
  },
});

// Load the session and the most visited page in parallel with the application.
void queryClient.prefetchQuery(read('getSession', {}));
if (/^\/portal\/?$/.test(location.pathname)) void import('./pages/overview/OverviewPage.tsx');

const root = document.getElementById('root');
if (!root) throw new Error('portal.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={portalTheme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" containerWidth={380} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
