import { Stack, Text } from '@mantine/core';
import type { Answer } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { TextLink } from '../../../ui/TextLink.tsx';

type Result = Pick<Answer<'getQuality'>['checks'][number], 'found' | 'records'>;
const shownMax = 5;

/** What a check has found, with links to the records concerned. */
export function Findings({ companyId, dataType, result }: { companyId: string; dataType: string; result: Result }) {
  const shown = result.records.slice(0, shownMax);
  return (
    <Stack gap={2}>
      {shown.map(({ recordId, path, message }) => (
        <Text size="sm" key={`${recordId} ${path} ${message}`}>
          {recordId && (
            <TextLink inText to={paths.record(companyId, dataType, recordId)}>
              {recordId}
            </TextLink>
          )}{' '}
          {message}
        </Text>
      ))}
      {result.found > shown.length && (
        <Text size="sm" c="dimmed">
          {t('moreFindings', { count: result.found - shown.length })}
        </Text>
      )}
    </Stack>
  );
}
