import { useState } from 'react';
import { useAddress } from '../use-address.ts';

/**
 * Whether a dialog is open. With `inAddress`, the URL parameter `create` says so, and other pages can open the dialog by
 * a link.
 */
export function useOpen({ inAddress }: { inAddress: boolean }): [boolean, (isOpen: boolean) => void] {
  const [address, setAddress] = useAddress();
  const own = useState(false);
  if (!inAddress) return own;
  return [address.create !== undefined, (isOpen) => setAddress({ create: isOpen ? 'yes' : undefined })];
}
