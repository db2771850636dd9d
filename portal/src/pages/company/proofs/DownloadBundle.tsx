import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { daybook } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';

type DownloadBundleProps = { companyId: string; proofId: string; sequence: number };

/**
 * Downloads the bundle of an entry. The service streams it into a file, and a browser would show nothing if the state
 * is no longer stored. So a first request asks, and ends when the bundle begins.
 */
export function DownloadBundle({ companyId, proofId, sequence }: DownloadBundleProps) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  async function start() {
    setBusy(true);
    setError(undefined);
    const question = new AbortController();
    try {
      await daybook.download('exportProofBundle', { companyId, proofId }, { signal: question.signal });
      question.abort();
      const link = document.createElement('a');
      link.href = daybook.urlOf('exportProofBundle', { companyId, proofId });
      link.download = `proof-${sequence}.ndjson`;
      link.click();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} />}
        loading={isBusy}
        onClick={() => void start()}
        aria-label={t('downloadBundleOf', { sequence })}
      >
        {t('bundle')}
      </Button>
      <ErrorNote error={error} />
    </>
  );
}
