import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { t } from '../../messages/companies.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { TagsInput } from './TagsInput.tsx';

export function CreateCompany({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const navigate = useNavigate();
  const create = useChange('createCompany', {
    refreshes: ['listCompanies', 'getOverview'],
    done: t('companyCreated'),
    after: ({ companyId }) => void navigate({ to: paths.companyConnections(companyId) }),
  });
  const form = useForm({ name: '', description: '', tags: {} }, create.error);
  const name = form.values.name.trim();
  const description = form.values.description.trim();
  const { tags } = form.values;
  return (
    <Modal opened={isOpen} onClose={close} title={t('createCompany')}>
      <Form
        layout="dialog"
        submit={() => create.mutate({ body: { name, ...(description && { description }), tags } })}
        action={t('createCompany')}
        isBusy={create.isPending}
        problem={<ErrorNote error={create.error} title={t('couldNotCreateCompany')} />}
        buttons={
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
        }
      >
        <TextInput label={t('name')} required maxLength={200} {...form.text('name')} data-autofocus />
        <Textarea label={t('description')} autosize minRows={2} maxLength={2000} {...form.text('description')} />
        <TagsInput {...form.value('tags')} />
      </Form>
    </Modal>
  );
}
