import { Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/link.ts';
import classes from './upload.module.css';

/** Where a file is dropped or chosen. The input inside gets the focus of the keyboard. */
export function FileDrop({ onFile, isBusy }: { onFile: (file: File) => void; isBusy: boolean }) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    setOver(false);
    if (files?.[0] && !isBusy) onFile(files[0]);
  };
  return (
    // The label is the target of the drop; its input does what the keyboard needs.
    <label
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
    >
      <input
        type="file"
        className={classes.input}
        disabled={isBusy}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file can be chosen again, after it was corrected.
          event.currentTarget.value = '';
        }}
      />
      <IconFileUpload size={32} aria-hidden />
      <Text component="span" fw={600}>
        {t('chooseFile')}
      </Text>
      <Text component="span" size="sm" c="dimmed">
        {t('orDropFileHere')}
      </Text>
    </label>
  );
}
