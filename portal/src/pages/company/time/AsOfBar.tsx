import { Button, Slider, Text, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api.ts';
import { t } from '../../../messages/books.ts';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { exactTime } from '../../../ui/time-words.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { fromLocal, toLocal } from '../../../ui/zone/time-zone.ts';
import { publicationStops, type Stop, stopAt } from './publication-stops.ts';
import { SnapshotChoice, SnapshotName } from './SnapshotChoice.tsx';
import './as-of.css';

/** The newest publications that the slider offers. The input reaches every time that is still kept. */
const publicationsMax = 2000;

/** Chooses the time or the snapshot whose data the page shows. It is in the URL as `asOf` or `snapshot`, as in the API. */
export function AsOfBar({ companyId }: { companyId: string }) {
  const [{ asOf, snapshot }, setAddress] = useAddress();
  const [isOpen, setOpen] = useState(false);
  if (!asOf && !snapshot && !isOpen)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        className="no-print as-of-open"
        leftSection={<IconHistory size={14} />}
        onClick={() => setOpen(true)}
      >
        {t('viewAsOf')}
      </Button>
    );
  return (
    <section className="as-of" aria-label={t('asOf')}>
      <Text size="sm" className="as-of-text">
        {asOf ? t('dataAsOf', { time: exactTime(asOf) }) : !snapshot && t('latestData')}
        {snapshot && <SnapshotName companyId={companyId} snapshotId={snapshot} />}
      </Text>
      {!snapshot && (
        <Choice companyId={companyId} asOf={asOf} choose={(at) => setAddress({ asOf: at, snapshot: undefined })} />
      )}
      <SnapshotChoice
        companyId={companyId}
        snapshotId={snapshot}
        choose={(snapshotId) => setAddress({ snapshot: snapshotId, asOf: undefined })}
      />
      <Button
        variant="default"
        size="compact-sm"
        className="no-print"
        onClick={() => {
          setOpen(false);
          setAddress({ asOf: undefined, snapshot: undefined });
        }}
      >
        {t('backToLatest')}
      </Button>
    </section>
  );
}

type ChoiceProps = { companyId: string; asOf: string | undefined; choose: (at: string | undefined) => void };

function Choice({ companyId, asOf, choose }: ChoiceProps) {
  const publications = useQuery(read('listPublications', { companyId, query: 'changes>0', pageSize: publicationsMax }));
  if (publications.isPending) return <SkeletonRows count={1} />;
  const stops = publicationStops(publications.data?.results ?? []);
  return (
    <div className="as-of-choice no-print">
      {stops.length > 1 && <StopSlider stops={stops} asOf={asOf} choose={choose} />}
      <TextInput
        type="datetime-local"
        step={1}
        size="xs"
        aria-label={t('asOf')}
        value={toLocal(asOf, 19)}
        onChange={(event) => {
          const at = fromLocal(event.currentTarget.value);
          if (at) choose(at);
        }}
      />
    </div>
  );
}

function StopSlider({
  stops,
  asOf,
  choose,
}: {
  stops: Stop[];
  asOf: string | undefined;
  choose: ChoiceProps['choose'];
}) {
  const last = stops.length - 1;
  const [moved, setMoved] = useState<number>();
  const place = moved ?? Math.max(0, asOf ? stopAt(stops, asOf) : last);
  const textAt = (stop: number) => exactTime(stops[stop]?.at ?? '');
  return (
    <div className="as-of-slider">
      <Slider
        min={0}
        max={last}
        step={1}
        value={place}
        onChange={setMoved}
        onChangeEnd={(stop) => {
          setMoved(undefined);
          choose(stops[stop]?.at);
        }}
        label={null}
        thumbLabel={t('update')}
        thumbProps={{ 'aria-valuetext': textAt(place) }}
        marks={stops.length <= 60 ? stops.map((_, value) => ({ value })) : undefined}
        size="sm"
      />
      <Text size="xs" c="dimmed">
        {t('updateOf', {
          time: textAt(place),
          place: place + 1,
          all: stops.length,
          changes: stops[place]?.changes ?? 0,
        })}
      </Text>
    </div>
  );
}
