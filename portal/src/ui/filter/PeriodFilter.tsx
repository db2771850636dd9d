import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/ui.ts';
import { Form } from '../form/Form.tsx';
import { fromLocal, toLocal } from '../zone/time-zone.ts';
import { type Period, periodLabel, presets } from './period.ts';

type PeriodFilterProps = {
  period: Period;
  onChange: (period: Period) => void;
  name?: string | undefined;
};

/** Filters a list by a period: the last hours or days, or two times. */
export function PeriodFilter({ period, onChange, name }: PeriodFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (chosen: Period) => {
    setOpen(false);
    onChange({ hours: chosen.hours, since: chosen.since, until: chosen.until });
  };
  const label = periodLabel(period);
  const shown = name ? t('periodOf', { name, label }) : label;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus withArrow>
      <Popover.Target>
        <Button
          variant="default"
          fw={400}
          leftSection={<IconCalendar size={16} stroke={1.6} />}
          rightSection={<IconChevronDown size={14} />}
          aria-label={t('period', { label: shown })}
          onClick={() => setOpen(!isOpen)}
        >
          {shown}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('choosePeriod')} p="sm">
        <Stack gap={4}>
          {[{ hours: undefined, label: t('anyTime') }, ...presets].map((preset) => (
            <Button
              key={preset.label}
              variant={preset.label === label ? 'light' : 'subtle'}
              color={preset.label === label ? undefined : 'gray'}
              size="compact-sm"
              justify="flex-start"
              onClick={() => choose({ hours: preset.hours })}
            >
              {preset.label}
            </Button>
          ))}
          <Range key={`${period.since} ${period.until}`} period={period} choose={choose} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Range({ period, choose }: { period: Period; choose: (period: Period) => void }) {
  const [since, setSince] = useState(toLocal(period.since));
  const [until, setUntil] = useState(toLocal(period.until));
  const isWrong = since !== '' && until !== '' && since >= until;
  return (
    <Form submit={() => choose({ since: fromLocal(since), until: fromLocal(until) })}>
      <Stack gap={6} mt={6}>
        <TextInput
          type="datetime-local"
          label={t('from')}
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={t('to')}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
          error={isWrong && t('endIsBeforeStart')}
        />
        <Group justify="flex-end">
          <Button type="submit" size="compact-sm" disabled={isWrong || (since === '' && until === '')}>
            {t('apply')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
