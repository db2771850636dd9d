import { ActionIcon, Checkbox, Popover, Stack, Tooltip } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { t } from '../../messages/ui.ts';
import type { Column } from './RowTable.tsx';

type ColumnChoiceProps<Row> = {
  columns: readonly Column<Row>[];
  /** The ids of the columns that are not shown. */
  hidden: ReadonlySet<string>;
  onChange: (hidden: Set<string>) => void;
};

/** Chooses which columns of a list are shown. */
export function ColumnChoice<Row>({ columns, hidden, onChange }: ColumnChoiceProps<Row>) {
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Tooltip label={t('columns')}>
          <ActionIcon size={36} variant="default" aria-label={t('chooseColumns')} className="push-right">
            <IconColumns size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Stack gap="xs">
          {columns.map(({ id, header }) => (
            <Checkbox
              key={id}
              label={header}
              checked={!hidden.has(id)}
              onChange={() => onChange(toggled(hidden, id))}
              size="xs"
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function toggled(hidden: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}
