import { Select } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { t } from '../../messages/ui.ts';
import { exactTime } from '../time-words.ts';
import { chooseZone, chosenZone, subscribeZone, zoneOfBrowser } from './time-zone.ts';
import { allZones } from './zone-names.ts';

const ofBrowser = 'browser';

/** Chooses the time zone in which all times are shown. */
export function ZoneChoice() {
  const zone = useSyncExternalStore(subscribeZone, chosenZone);
  return (
    <Select
      label={t('timeZone')}
      description={t('timesAreShownAs', { time: exactTime(new Date().toISOString()) })}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('noResults')}
      data={[
        { value: ofBrowser, label: t('zoneOfBrowser', { zone: zoneOfBrowser() }) },
        ...allZones().map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
      ]}
      value={zone ?? ofBrowser}
      onChange={(value) => value && chooseZone(value === ofBrowser ? undefined : value)}
      maw={420}
    />
  );
}
