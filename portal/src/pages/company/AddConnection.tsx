import { Button, type ButtonProps, Modal, Select, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api.ts';
import { t } from '../../messages/company.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { platformChoices } from './company-state.ts';

/**
 * `hasAccounting`: an accounting platform is linked. Another one can be added, but not authorized until the first is
 * unlinked.
 */
type AddConnectionProps = { companyId: string; hasAccounting?: boolean; size?: ButtonProps['size'] };

export function AddConnection({ companyId, hasAccounting = false, size }: AddConnectionProps) {
  const [isOpen, setOpen] = useState(false);
  const platforms = useQuery({ ...read('listPlatforms', {}), enabled: isOpen });
  const create = useChange('createConnection', {
    refreshes: ['listConnections', 'getCompany', 'listCompanies'],
    done: t('connectionAddedOwnerCanNow'),
    after: () => setOpen(false),
  });
  const form = useForm<{ platformKey: string | null }>({ platformKey: null }, create.error);
  const { platformKey } = form.values;
  return (
    <>
      <Button variant="default" size={size} leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        {t('addConnection')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('addConnection')}>
        <Form
          layout="dialog"
          submit={() => platformKey && create.mutate({ companyId, body: { platformKey } })}
          action={t('addConnection')}
          isBusy={create.isPending}
          isReady={platformKey !== null}
          problem={<ErrorNote error={platforms.error ?? create.error} />}
          buttons={
            <Button variant="default" onClick={() => setOpen(false)}>
              {t('cancel')}
            </Button>
          }
        >
          <Text size="sm">{t('choosePlatformBehalfOwnerOwner')}</Text>
          <Select
            label={t('platform')}
            data={platformChoices(platforms.data?.results ?? [])}
            {...form.value('platformKey')}
            onChange={(chosen) => form.set({ platformKey: chosen })}
            required
            placeholder={platforms.isPending ? t('loading') : t('chooseAPlatform')}
            description={hasAccounting ? t('aCompanyHasOneAccounting') : undefined}
            data-autofocus
          />
        </Form>
      </Modal>
    </>
  );
}
