import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { useChange } from '../../ui/use-change.ts';
import { TagsInput } from './TagsInput.tsx';

export function CreateCompany({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [tags, setTags] = useState<Record<string, string>>({});
  const create = useChange('createCompany', {
    refreshes: ['listCompanies', 'getOverview'],
    done: 'Company created.',
    after: ({ companyId }) => void navigate({ to: paths.companyConnections(companyId) }),
  });
  return (
    <Modal opened={isOpen} onClose={close} title="Create company">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({
            body: { name: name.trim(), ...(description.trim() && { description: description.trim() }), tags },
          });
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxLength={2000}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <TagsInput value={tags} onChange={setTags} />
          <ErrorNote error={create.error} title="Could not create the company" />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create company
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
