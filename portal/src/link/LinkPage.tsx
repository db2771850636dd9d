import type { Client } from '@daybook/sdk';
import { Box, Center, Container, Loader, Paper, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { t } from '../messages/link.ts';
import { Brand, BrandColor } from './Brand.tsx';
import { Choose } from './Choose.tsx';
import { Done } from './Done.tsx';
import { EnterDetails } from './EnterDetails.tsx';
import type { Link, Platform } from './link.ts';
import { ProblemNote } from './ProblemNote.tsx';
import { UploadFile } from './upload/UploadFile.tsx';
import { readOutcome, wayBack } from './way-back.ts';
import { explainFailure, explainOutcome, type Problem } from './words.ts';

type Step =
  | { kind: 'choose' }
  | { kind: 'details'; platform: Platform }
  | { kind: 'upload'; platform: Platform; connectionId?: string | undefined }
  | {
      kind: 'done';
      platformName: string;
      connectionId?: string | undefined;
      returnUrl?: string | undefined;
      /** The number of records, if a file was uploaded. */
      records?: number;
    };

export function LinkPage({ client, token }: { client: Client; token: string }) {
  const [link, setLink] = useState<Link>();
  const [problem, setProblem] = useState<Problem>();
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const [told, setTold] = useState<Problem>();

  const load = useCallback(async () => {
    setProblem(undefined);
    try {
      const found = await client.getLink({ token });
      setLink(found);
      const back = takeOutcome();
      if (!back) return;
      const platformName =
        found.platforms.find(({ platformKey }) => platformKey === back.platform)?.name ?? back.platform;
      const refusal = explainOutcome(back.outcome, platformName);
      setTold(refusal);
      if (refusal) return;
      const linked = found.connections.find((one) => one.platformKey === back.platform && one.status === 'Linked');
      const returnUrl = wayBack(found.returnUrl, window.location.search, linked?.connectionId);
      setStep({ kind: 'done', platformName, connectionId: linked?.connectionId, returnUrl });
    } catch (error) {
      setProblem(explainFailure(error));
    }
  }, [client, token]);
  useEffect(() => void load(), [load]);
  useEffect(() => {
    if (link)
      document.title = t('connectToCompanyNameAccountName', {
        companyName: link.companyName,
        accountName: link.accountName,
      });
  }, [link]);

  return (
    <BrandColor color={link?.color}>
      <Box mih="100dvh" py={{ base: 'md', sm: 48 }} px={{ base: 0, sm: 'md' }} bg="var(--db-ground)">
        <Container size={520} px="sm">
          {link && <Brand link={link} />}
          <Paper component="main" withBorder radius="md" p={{ base: 'md', xs: 'lg', sm: 32 }} shadow="xs">
            {problem ? (
              <Stack>
                <ProblemNote problem={problem} isPage onRetry={problem.canRetry ? load : undefined} />
              </Stack>
            ) : !link ? (
              <Center mih={240}>
                <Loader aria-label={t('openingTheLink')} />
              </Center>
            ) : step.kind === 'done' ? (
              <Done client={client} token={token} link={link} {...step} />
            ) : step.kind === 'details' ? (
              <EnterDetails
                client={client}
                token={token}
                link={link}
                platform={step.platform}
                onBack={() => setStep({ kind: 'choose' })}
                onDone={({ connectionId, returnUrl }) =>
                  setStep({ kind: 'done', platformName: step.platform.name, connectionId, returnUrl })
                }
              />
            ) : step.kind === 'upload' ? (
              <UploadFile
                client={client}
                token={token}
                link={link}
                platform={step.platform}
                connectionId={step.connectionId}
                onBack={() => void load().then(() => setStep({ kind: 'choose' }))}
                onDone={({ connectionId, records }) => {
                  const returnUrl = wayBack(link.returnUrl, window.location.search, connectionId);
                  setStep({ kind: 'done', platformName: step.platform.name, connectionId, returnUrl, records });
                }}
              />
            ) : (
              <Choose
                told={told}
                client={client}
                token={token}
                link={link}
                onChosen={(platform, connectionId) => {
                  setTold(undefined);
                  setStep(
                    platform.authorization === 'upload'
                      ? { kind: 'upload', platform, connectionId }
                      : { kind: 'details', platform },
                  );
                }}
                onChanged={load}
              />
            )}
          </Paper>
          <Text component="footer" size="xs" c="dimmed" ta="center" mt="md">
            {t('poweredByDaybook', { accountName: link?.accountName ?? t('itsClients') })}
          </Text>
        </Container>
      </Box>
    </BrandColor>
  );
}

/**
 * Reads the outcome of the authorization from the URL. Then removes it from the URL, so that a reload does not show it
 * again.
 */
function takeOutcome(): { outcome: string; platform: string } | undefined {
  const { pathname, search } = window.location;
  const told = readOutcome(search);
  if (told) window.history.replaceState(null, '', `${pathname}${told.rest}`);
  return told;
}
