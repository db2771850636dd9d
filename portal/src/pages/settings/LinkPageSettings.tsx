import { Button, ColorInput, FileButton, Group, Input, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { t } from '../../messages/settings.ts';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { PageLoading } from '../../ui/frame/PageLoading.tsx';
import { useMay, useSession } from '../../ui/frame/use-session.ts';

/** What company owners see on the link page, and the URL to which they return afterwards. */
export function LinkPageSettings() {
  const { data, error, refetch } = useQuery(read('getLinkSettings', {}));
  if (!data && !error) return <PageLoading />;
  return (
    <Page title={t('linkPage')} lead={t('whatCompanyOwnersSeeWhen')}>
      <ErrorNote error={error} retry={() => void refetch()} />
      {data && <LinkForm settings={data} />}
      <CurlLine operation="getLinkSettings" input={{}} />
    </Page>
  );
}

const swatches = ['#14705f', '#1862b4', '#5b3fb3', '#b4235a', '#b4540a', '#1f2937'];
/** The service accepts 45,000 characters. */
const logoBytesMax = 33_000;

function LinkForm({ settings }: { settings: Answer<'getLinkSettings'> }) {
  const { account } = useSession();
  const may = useMay('developer');
  const save = useChange('replaceLinkSettings', { refreshes: ['getLinkSettings'], done: t('saved') });
  const { displayName = '', returnUrl = '', color = '', logo = '' } = settings;
  const form = useForm({ displayName, returnUrl, color, logo }, save.error);
  const [logoProblem, setLogoProblem] = useState<string>();
  async function choose(file: File | null) {
    if (!file) return;
    setLogoProblem(file.size > logoBytesMax ? t('logoTooLarge') : undefined);
    if (file.size <= logoBytesMax) form.value('logo').onChange(await readDataUrl(file));
  }
  return (
    <Section>
      <Form
        gap="md"
        submit={() =>
          save.mutate({ body: Object.fromEntries(Object.entries(form.values).filter(([, value]) => value !== '')) })
        }
        action={may ? t('save') : undefined}
        isBusy={save.isPending}
        problem={<ErrorNote error={save.error} />}
      >
        <TextInput
          label={t('displayName')}
          placeholder={account?.name}
          disabled={!may}
          maw={420}
          {...form.text('displayName')}
        />
        <Input.Wrapper label={t('logo')} description={t('logoForm')} error={logoProblem}>
          <Group mt={6} mih={56}>
            {form.values.logo ? (
              <img src={form.values.logo} alt={t('logo')} className="link-logo" />
            ) : (
              <Text size="sm" c="dimmed">
                {t('noLogo')}
              </Text>
            )}
            {may && (
              <FileButton onChange={(file) => void choose(file)} accept="image/png,image/jpeg,image/webp,image/svg+xml">
                {(props) => (
                  <Button variant="default" size="xs" {...props}>
                    {t('chooseLogo')}
                  </Button>
                )}
              </FileButton>
            )}
            {may && form.values.logo && (
              <Button variant="subtle" size="xs" onClick={() => form.value('logo').onChange('')}>
                {t('removeLogo')}
              </Button>
            )}
          </Group>
        </Input.Wrapper>
        <ColorInput
          label={t('color')}
          description={t('colorOfButtons')}
          placeholder="#14705f"
          swatches={swatches}
          withEyeDropper={false}
          disabled={!may}
          maw={420}
          {...form.value('color')}
        />
        <TextInput
          label={t('returnUrl')}
          description={t('whereOwnersReturn')}
          placeholder="https://example.com/welcome-back"
          type="url"
          disabled={!may}
          maw={560}
          {...form.text('returnUrl')}
        />
        <Text size="sm" c="dimmed">
          {t('languagesOfLinkPage')}
        </Text>
      </Form>
    </Section>
  );
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
