import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../messages/ui.ts';
import './find.css';

const load = () => import('./FindDialog.tsx');
const FindDialog = lazy(async () => ({ default: (await load()).FindDialog }));

/** Opens the search: by click, ⌘K or Ctrl+K anywhere, or "/" outside of inputs. Its code is loaded when it is first used. */
export function FindButton() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const os = useOs();
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  useHotkeys([['mod+K', open]], []);
  useHotkeys([['/', open]]);
  const keyName = os === 'macos' || os === 'ios' ? '⌘' : 'Ctrl';
  return (
    <>
      <UnstyledButton className="find-button" onClick={open} onPointerEnter={() => void load()} visibleFrom="sm">
        <IconSearch size={16} stroke={1.8} />
        <span className="find-button-text">{t('searchOrJump')}</span>
        <Kbd size="xs" aria-hidden="true">
          {t('shortcut', { key: keyName })}
        </Kbd>
      </UnstyledButton>
      <ActionIcon className="find-icon" size="lg" aria-label={t('search')} onClick={open} hiddenFrom="sm">
        <IconSearch size={20} stroke={1.6} />
      </ActionIcon>
      {wasOpened && (
        <Suspense>
          <FindDialog isOpen={isOpen} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
