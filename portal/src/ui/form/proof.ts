import { t } from '../../messages/ui.ts';

/** A sensitive change that waits until the person enters the password again in `ProofDialog`. */
export type Asked = { resolve: () => void; reject: () => void };

let asked: Asked | undefined;
let onChange: () => void = () => {};

export const proof = {
  current: () => asked,
  subscribe(listener: () => void) {
    onChange = listener;
    return () => {
      onChange = () => {};
    };
  },
};

/** Resolves when the person has entered the password; rejects when they cancel. */
export function askForProof(): Promise<void> {
  asked?.reject();
  return new Promise((resolve, reject) => {
    const end = (then: () => void) => () => {
      asked = undefined;
      onChange();
      then();
    };
    asked = { resolve: end(resolve), reject: end(() => reject(new Error(t('youDidNotEnterPassword')))) };
    onChange();
  });
}
