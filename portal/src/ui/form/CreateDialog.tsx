import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOpen } from './use-open.ts';

type CreateDialogProps = {
  /** Of the button. Default: the title. */
  label?: string | undefined;
  title: string;
  /** The address says that it is open, so that a link can open it. */
  inAddress: boolean;
  /** For forms with wide fields; on a small screen they fill it. */
  isWide?: boolean;
  /** What the dialog contains, made anew each time it is opened. */
  children: (close: () => void) => ReactNode;
};

/** The button and the dialog that create something. */
export function CreateDialog({ title, label = title, inAddress, isWide = false, children }: CreateDialogProps) {
  const [isOpen, setOpen] = useOpen({ inAddress });
  const isSmall = useMediaQuery('(max-width: 40em)') ?? false;
  const close = () => setOpen(false);
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        closeOnClickOutside={false}
        {...(isWide && { size: 'lg', fullScreen: isSmall })}
      >
        {isOpen && children(close)}
      </Modal>
    </>
  );
}
