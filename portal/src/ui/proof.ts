/** A change that asks for the password again waits here until the person has given it in the dialog of the frame. */
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

/** Resolves once it was given; rejects where the person leaves it. */
export function askForProof(): Promise<void> {
  asked?.reject();
  return new Promise((resolve, reject) => {
    const end = (then: () => void) => () => {
      asked = undefined;
      onChange();
      then();
    };
    asked = { resolve: end(resolve), reject: end(() => reject(new Error('Your password was not given.'))) };
    onChange();
  });
}
