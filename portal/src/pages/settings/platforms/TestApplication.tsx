import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { t } from '../../../messages/settings.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import type { Tone } from '../../../ui/state-words.ts';
import type { Platform } from './platform.ts';
import '../settings.css';

const words: Record<string, { tone: Tone; label: string }> = {
  passed: { tone: 'good', label: t('checkPassed') },
  failed: { tone: 'bad', label: t('checkFailed') },
  unclear: { tone: 'wait', label: t('checkUnclear') },
};
const names: Record<string, string> = {
  signInPage: t('checkSignInPage'),
  client: t('checkClient'),
  redirectAddress: t('redirectAddress'),
};

/** Checks client id, secret and redirect address against the platform, as far as this is possible without an owner. */
export function TestApplication({ platform: { platformKey, name } }: { platform: Platform }) {
  const check = useQuery({
    ...read('checkApplication', { platformKey }),
    enabled: false,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" loading={check.isFetching} onClick={() => void check.refetch()}>
        {t('testApplication')}
      </Button>
      <ErrorNote error={check.error} title={t('couldNotTest')} />
      {check.data && !check.isFetching && (
        <div role="status" className="application-check">
          <Text size="sm" fw={600}>
            {check.data.isUsable ? t('nothingFoundWrong') : t('applicationDoesNotWork', { name })}
          </Text>
          <ul aria-label={t('testApplication')}>
            {check.data.steps.map(({ step, outcome, message }) => {
              const { tone, label } = words[outcome] ?? { tone: 'idle' as const, label: outcome };
              return (
                <li key={step} data-step={step} data-outcome={outcome}>
                  <ToneBadge tone={tone} label={label} />
                  <span>
                    <b>{names[step] ?? step}.</b> {message}
                  </span>
                </li>
              );
            })}
          </ul>
          <Text size="xs" c="dimmed">
            {t('testedClientId', { clientId: check.data.clientId })}
          </Text>
        </div>
      )}
    </Stack>
  );
}
