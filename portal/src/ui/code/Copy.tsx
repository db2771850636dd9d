import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../../messages/ui.ts';

/** A copy button. `what` is the name of the value in the label, for example "link" in "Copy link". */
export function Copy({ value, what }: { value: string; what: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('copied') : t('copy', { what })} openDelay={300}>
          <ActionIcon size="sm" onClick={copy} aria-label={t('copy', { what })}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** An id or a code with a copy button. */
export function CopyText({ value, what }: { value: string; what: string }) {
  return (
    <span className="copy-text">
      <code className="plain-code">{value}</code>
      <Copy value={value} what={what} />
    </span>
  );
}
