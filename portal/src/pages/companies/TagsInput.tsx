import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/companies.ts';

type TagsInputProps = {
  value: Record<string, string>;
  onChange: (tags: Record<string, string>) => void;
  error?: string | undefined;
};
type Line = { id: number; name: string; text: string };
const tagsMax = 10;

/** Edits tags. Each row has the name and the value of a tag. Rows without a name are ignored. */
export function TagsInput({ value, onChange, error }: TagsInputProps) {
  const [lines, setLines] = useState<Line[]>(() =>
    Object.entries(value).map(([name, text], id) => ({ id, name, text })),
  );
  function change(next: Line[]) {
    setLines(next);
    onChange(
      Object.fromEntries(next.filter(({ name }) => name.trim() !== '').map(({ name, text }) => [name.trim(), text])),
    );
  }
  const edit = (id: number, part: Partial<Line>) =>
    change(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));
  return (
    <Input.Wrapper
      label={t('tags')}
      error={error}
      description={t('useTagsFindCompaniesLimit')}
      component="fieldset"
      className="plain-fieldset"
    >
      <Stack gap={6} mt={4}>
        {lines.map(({ id, name, text }) => (
          <Group key={id} gap={6} wrap="nowrap">
            <TextInput
              aria-label={t('tagName')}
              placeholder={t('region')}
              maxLength={27}
              value={name}
              onChange={(event) => edit(id, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('valueOfTag', { name })}
              placeholder={t('eu')}
              maxLength={100}
              value={text}
              onChange={(event) => edit(id, { text: event.currentTarget.value })}
            />
            <ActionIcon
              aria-label={t('removeTag', { name })}
              onClick={() => change(lines.filter((line) => line.id !== id))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        {lines.length < tagsMax && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() =>
              change([...lines, { id: Math.max(-1, ...lines.map(({ id }) => id)) + 1, name: '', text: '' }])
            }
            className="align-start"
          >
            {t('addTag')}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
