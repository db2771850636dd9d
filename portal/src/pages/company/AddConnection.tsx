import { Button, Modal, Select, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';

export function AddConnection({ companyId, hasAccounting = false }: { companyId: string; hasAccounting?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const platforms = useQuery({ ...read('listPlatforms', {}), enabled: isOpen });
  const create = useChange('createConnection', {
    refreshes: ['listConnections', 'getCompany', 'listCompanies'],
    done: 'Connection added. The owner can now authorize it.',
    after: () => setOpen(false),
  });
  const form = useForm<{ platformKey: string | null }>({ platformKey: null }, create.error);
  const { platformKey } = form.values;
  const choices = (platforms.data?.results ?? [])
    .filter(({ enabled }) => enabled)
    .map(({ platformKey: value, name, sourceType }) => ({
      value,
      label: `${name} (${sourceType})`,
      disabled: hasAccounting && sourceType === 'Accounting',
    }));
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        Add connection
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Add connection">
        <Form
          layout="dialog"
          submit={() => platformKey && create.mutate({ companyId, body: { platformKey } })}
          action="Add connection"
          isBusy={create.isPending}
          isReady={platformKey !== null}
          problem={<ErrorNote error={platforms.error ?? create.error} />}
          buttons={
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          }
        >
          <Text size="sm">
            Choose the platform on behalf of the owner. The owner must still authorize it on the link page.
          </Text>
          <Select
            label="Platform"
            data={choices}
            {...form.value('platformKey')}
            onChange={(chosen) => form.set({ platformKey: chosen })}
            required
            placeholder={platforms.isPending ? 'Loading' : 'Choose a platform'}
            description={
              hasAccounting ? 'A company has one accounting platform. Unlink it before you add another.' : undefined
            }
            data-autofocus
          />
        </Form>
      </Modal>
    </>
  );
}
