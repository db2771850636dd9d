import type { Client } from '@daybook/sdk';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/link.ts';
import classes from '../link.module.css';
import type { Found, Link, Platform } from '../link.ts';
import { ProblemNote } from '../ProblemNote.tsx';
import { explainFailure, explainRefusal, type Problem } from '../words.ts';
import { explainUpload } from './explain-upload.ts';
import { FileDrop } from './FileDrop.tsx';
import { ReviewFile } from './ReviewFile.tsx';
import { acceptableName } from './reading.ts';

type Received = { connectionId: string; found: Found };

/** The step for companies whose software has no API: the owner chooses a file and confirms how it is read. */
export function UploadFile(props: {
  client: Client;
  token: string;
  link: Link;
  platform: Platform;
  /** The connection, if there is one already. */
  connectionId: string | undefined;
  onBack: () => void;
  onDone: (done: { connectionId: string; records: number }) => void;
}) {
  const { client, token, link, platform, onBack, onDone } = props;
  const [received, setReceived] = useState<Received>();
  const [reading, setReading] = useState<string>();
  const [problem, setProblem] = useState<Problem>();

  async function open(): Promise<string> {
    const outcome = await client.linkPlatform({ token, body: { platformKey: platform.platformKey } });
    return outcome.connectionId;
  }

  async function receive(file: File) {
    setReading(file.name);
    setProblem(undefined);
    try {
      const connectionId =
        props.connectionId ??
        (await open().catch((error) => {
          setProblem(explainRefusal(error, platform.name));
        }));
      if (connectionId === undefined) return;
      const fileName = acceptableName(file.name);
      const found = await client.createLinkUpload({ token, connectionId, fileName, body: file });
      if (found.status === 'Unreadable')
        setProblem({ title: t('fileCannotBeRead', { fileName: file.name }), text: found.problem ?? '' });
      else setReceived({ connectionId, found });
    } catch (error) {
      setProblem(explainUpload(error) ?? explainFailure(error));
    } finally {
      setReading(undefined);
    }
  }

  if (received)
    return (
      <ReviewFile
        client={client}
        token={token}
        link={link}
        {...received}
        onOther={() => setReceived(undefined)}
        onDone={(records) => onDone({ connectionId: received.connectionId, records })}
      />
    );
  return (
    <Stack gap="lg">
      <Anchor component="button" type="button" size="sm" onClick={onBack} className={classes.back}>
        <IconArrowLeft size={14} style={{ verticalAlign: 'middle' }} aria-hidden /> {t('back')}
      </Anchor>
      <Title order={1} size="h3">
        {t('uploadFilesFor', { accountName: link.accountName })}
      </Title>
      <Text>{t('uploadIntro')}</Text>
      {problem && <ProblemNote problem={problem} />}
      <FileDrop onFile={(file) => void receive(file)} isBusy={reading !== undefined} />
      <Text size="sm" c="dimmed" role="status">
        {reading === undefined
          ? t('getsOnlyConfirmedFiles', { accountName: link.accountName })
          : t('readingFile', { fileName: reading })}
      </Text>
    </Stack>
  );
}
