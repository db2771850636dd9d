import { Text } from '@mantine/core';
import { t } from '../../../messages/company.ts';
import { Copy } from '../../../ui/code/Copy.tsx';
import { Section } from '../../../ui/frame/Page.tsx';

/** How a bundle is verified offline: by the program, or by a script without code of Daybook. */
export function HowToVerify({ publicKey = 'PUBLIC_KEY' }: { publicKey: string | undefined }) {
  const commands = [
    `daybook verify bundle.ndjson --key=${publicKey}`,
    `node verify-bundle.mjs bundle.ndjson ${publicKey}`,
  ].join('\n');
  return (
    <Section title={t('howToVerify')} lead={t('aBundleContainsRecords')}>
      <div className="curl-body">
        <pre className="wrapped">{commands}</pre>
        <Copy value={commands} what={t('commands')} />
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {t('verifierOfYourOwn')}
      </Text>
    </Section>
  );
}
