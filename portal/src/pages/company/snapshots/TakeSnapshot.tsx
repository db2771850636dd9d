import { Button, Checkbox, Modal, Select, TextInput } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { t } from '../../../messages/company.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { useOpen } from '../../../ui/form/use-open.ts';

const days = ['1', '7', '30', '90'];
/** How far apart the data sets may be read, in minutes; '' for no wish. */
const spreads = ['', '1', '5', '15'];

/** A dialog that takes a snapshot: at once, or after syncs of all data sets. */
export function TakeSnapshot({ companyId }: { companyId: string }) {
  const [isOpen, setOpen] = useOpen({ inAddress: false });
  return (
    <>
      <Button leftSection={<IconCamera size={16} />} onClick={() => setOpen(true)}>
        {t('takeSnapshot')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('takeSnapshot')}>
        {isOpen && <SnapshotForm companyId={companyId} onDone={() => setOpen(false)} />}
      </Modal>
    </>
  );
}

function SnapshotForm({ companyId, onDone }: { companyId: string; onDone: () => void }) {
  const create = useChange('createSnapshot', { refreshes: ['listSnapshots'], after: onDone, done: t('snapshotTaken') });
  const form = useForm({ name: '', days: '7', fresh: false, spread: '' }, create.error);
  const { values } = form;
  const name = values.name.trim();
  const submit = () =>
    create.mutate({
      companyId,
      body: {
        ...(name && { name }),
        ...(values.fresh && { fresh: true }),
        ...(values.fresh && values.spread && { maxSpreadSeconds: Number(values.spread) * 60 }),
        keepUntil: new Date(Date.now() + Number(values.days) * 86_400_000).toISOString(),
      },
    });
  return (
    <Form
      layout="dialog"
      submit={submit}
      action={t('takeSnapshot')}
      isBusy={create.isPending}
      problem={<ErrorNote error={create.error} />}
    >
      <TextInput label={t('name')} placeholder={t('september')} {...form.text('name')} data-autofocus />
      <Select
        label={t('keepFor')}
        data={days.map((value) => ({ value, label: t('numberOfDays', { days: Number(value) }) }))}
        allowDeselect={false}
        {...form.value('days')}
      />
      <Checkbox label={t('syncAllFirst')} description={t('syncAllFirstMeaning')} {...form.check('fresh')} />
      {values.fresh && (
        <Select
          label={t('dataSetsReadWithin')}
          data={spreads.map((value) => ({
            value,
            label: value ? t('numberOfMinutes', { minutes: Number(value) }) : t('anyTime'),
          }))}
          allowDeselect={false}
          {...form.value('spread')}
        />
      )}
    </Form>
  );
}
