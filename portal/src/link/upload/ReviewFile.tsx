import type { Client } from '@daybook/sdk';
import { Anchor, Button, List, Loader, NativeSelect, Radio, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/link.ts';
import linkClasses from '../link.module.css';
import type { Found, Link } from '../link.ts';
import { ProblemNote } from '../ProblemNote.tsx';
import { typesByGroup } from '../reads/data-words.ts';
import { explainRefusal, type Problem } from '../words.ts';
import { ColumnMapping } from './ColumnMapping.tsx';
import { MoreSettings } from './MoreSettings.tsx';
import { ProblemList } from './ProblemList.tsx';
import { RecordsPreview } from './RecordsPreview.tsx';
import { withLabels } from './reading.ts';
import classes from './upload.module.css';
import { usePreview } from './use-preview.ts';

/** What was recognised in a file, how it is read, and its first records. The owner corrects and confirms it. */
export function ReviewFile(props: {
  client: Client;
  token: string;
  link: Link;
  connectionId: string;
  found: Found;
  onOther: () => void;
  onDone: (records: number) => void;
}) {
  const { client, token, link, connectionId, found, onOther, onDone } = props;
  const { preview, reading, isUpdating, problem, change } = usePreview(client, { token, connectionId, found });
  const [mode, setMode] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isLinked = link.connections.some((one) => one.connectionId === connectionId && one.status === 'Linked');
  const sheets = found.sheets ?? [];
  const sheet = sheets.find(({ name }) => name === reading?.sheet) ?? sheets[0];
  const types = (found.dataTypes ?? []).map((dataType) => ({ dataType, name: dataType }));
  const total = preview?.total ?? 0;
  const { accountName } = link;

  async function confirm() {
    if (!reading) return;
    setBusy(true);
    setRefused(undefined);
    try {
      const body = { ...reading, mode: mode ?? preview?.mode ?? 'replace' };
      await client.confirmLinkUpload({ token, connectionId, uploadId: found.uploadId, body });
      onDone(total);
    } catch (error) {
      setRefused(explainRefusal(error, found.fileName));
      setBusy(false);
    }
  }

  return (
    <Stack gap="lg">
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={onOther}
        disabled={isBusy}
        className={linkClasses.back}
      >
        <IconArrowLeft size={14} style={{ verticalAlign: 'middle' }} aria-hidden /> {t('chooseAnotherFile')}
      </Anchor>
      <Title order={1} size="h3" ref={heading} tabIndex={-1} className={classes.heading}>
        {found.fileName}
      </Title>
      {(found.notes ?? []).map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
      {problem && <ProblemNote problem={problem} />}
      {!preview || !reading ? (
        !problem && <Loader aria-label={t('readingFile', { fileName: found.fileName })} />
      ) : (
        <>
          {preview.isRemembered && <Text size="sm">{t('readLikeLastFile')}</Text>}
          {sheets.length > 1 && (
            <NativeSelect
              label={t('sheet')}
              value={sheet?.name}
              data={sheets.map(({ name }) => name)}
              onChange={(event) => change({ sheet: event.currentTarget.value })}
            />
          )}
          {reading.mapping ? (
            <NativeSelect
              label={t('whatFileContains')}
              value={reading.dataType}
              onChange={(event) =>
                change({ dataType: event.currentTarget.value, ...(reading.sheet && { sheet: reading.sheet }) })
              }
            >
              {typesByGroup(types).map(({ group, types: inside }) => (
                <optgroup key={group} label={group}>
                  {inside.map(({ words, type }) => (
                    <option key={type.dataType} value={type.dataType}>
                      {words}
                    </option>
                  ))}
                </optgroup>
              ))}
            </NativeSelect>
          ) : (
            <Text>{t('bankStatement')}</Text>
          )}
          {reading.mapping && sheet && (
            <>
              <ColumnMapping
                columns={sheet.columns}
                fields={preview.fields}
                mapping={reading.mapping}
                onChange={(mapping) => change({ ...reading, mapping })}
              />
              <MoreSettings
                columns={sheet.columns.map(({ name }) => name)}
                fields={preview.fields}
                mapping={reading.mapping}
                onChange={(mapping) => change({ ...reading, mapping })}
              />
            </>
          )}
          {preview.errors.length > 0 && (
            <section className={classes.missing}>
              <Title order={2} size="h5">
                {t('stillNeeded')}
              </Title>
              <List size="sm">
                {preview.errors.map((error) => (
                  <List.Item key={error}>{withLabels(error, preview.fields)}</List.Item>
                ))}
              </List>
            </section>
          )}
          <ProblemList problems={preview.problems} total={preview.problemsTotal} />
          <RecordsPreview preview={preview} />
          {isLinked && (
            <Radio.Group
              label={t('recordsOfEarlierFiles')}
              value={mode ?? preview.mode}
              onChange={(next: string) => setMode(next)}
            >
              <Stack gap={6} mt={6}>
                <Radio value="replace" label={t('replaceEarlierFiles')} />
                <Radio value="append" label={t('keepEarlierFiles')} />
              </Stack>
            </Radio.Group>
          )}
          {refused && <ProblemNote problem={refused} />}
          <Button
            size="md"
            loading={isBusy}
            disabled={isUpdating || total === 0 || preview.errors.length > 0}
            onClick={() => void confirm()}
          >
            {t('giveRecords', { total, accountName })}
          </Button>
        </>
      )}
      <Text size="sm" c="dimmed" role="status">
        {isUpdating ? t('updatingPreview') : t('getsOnlyConfirmedFiles', { accountName })}
      </Text>
    </Stack>
  );
}
