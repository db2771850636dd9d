import { type ChangeEvent, useState } from 'react';
import { fieldError } from './form-values.ts';

type Names<Values, Kind> = { [Name in keyof Values]: Values[Name] extends Kind ? Name : never }[keyof Values] & string;

/**
 * The values of a form, and the props of its inputs: `<TextInput label="Name" {...form.text('name')} />`. `error` is
 * the error of the last submit. A message of the service about a field is shown below the input of that field.
 */
export function useForm<Values extends object>(initial: Values, error?: unknown) {
  const [values, setValues] = useState(initial);
  const set = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));
  const put = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    setValues((before) => ({ ...before, [name]: value }));
  const errorOf = (name: string) => fieldError(error, name);
  return {
    values,
    set,
    reset: () => setValues(initial),
    /** Props of an input for text. */
    text: <Name extends Names<Values, string>>(name: Name) => ({
      value: values[name],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setValues((before) => ({ ...before, [name]: currentTarget.value })),
      error: errorOf(name),
    }),
    /** Props of a checkbox. */
    check: <Name extends Names<Values, boolean>>(name: Name) => ({
      checked: values[name],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        setValues((before) => ({ ...before, [name]: currentTarget.checked })),
      error: errorOf(name),
    }),
    /** Props of any other input. `null` is ignored: a `Select` passes it when its value is cleared. */
    value: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      onChange: (next: Values[Name] | null) => {
        if (next !== null) put(name, next);
      },
      error: errorOf(name),
    }),
  };
}
