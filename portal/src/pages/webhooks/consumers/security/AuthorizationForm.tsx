import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { t } from '../../../../messages/webhooks.ts';
import { ErrorNote } from '../../../../ui/ErrorNote.tsx';
import { Confirm } from '../../../../ui/form/Confirm.tsx';
import { Form } from '../../../../ui/form/Form.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import { useMay } from '../../../../ui/frame/use-session.ts';
import { ToneBadge } from '../../../../ui/StatusBadge.tsx';

/** Shows whether an Authorization header is set. Developers can set, replace and remove it. */
export function AuthorizationForm(props: {
  isSet: boolean;
  /** The value, if it may be shown. */
  shown?: string | undefined;
  /** Resolves when the value is saved. */
  set: (value: string) => Promise<unknown>;
  remove: () => Promise<unknown>;
  isPending: boolean;
  error: Error | null;
  labels: { remove: string; replace: string; set: string };
  /** Explains what happens if the header is removed. */
  children: string;
}) {
  const form = useForm({ value: '' }, props.error);
  const { value } = form.values;
  const may = useMay('developer');
  const { isSet, shown, labels } = props;
  return (
    <>
      <Group gap="sm" mb="sm">
        {isSet ? <ToneBadge tone="good" label={t('set')} /> : <ToneBadge tone="idle" label={t('notSet')} />}
        {shown && <Text className="mono">{shown}</Text>}
        {isSet && may && (
          <Confirm
            title={t('removeTheAuthorizationHeader')}
            action={labels.remove}
            isDangerous
            run={props.remove}
            trigger={(open) => (
              <Button variant="default" size="xs" onClick={open}>
                {t('remove')}
              </Button>
            )}
          >
            {props.children}
          </Confirm>
        )}
      </Group>
      {may ? (
        <Form
          layout="inline"
          // On an error, keep the typed value; the error is shown below.
          submit={() => void props.set(value).then(form.reset, () => {})}
          action={isSet ? labels.replace : labels.set}
          isBusy={props.isPending}
          isReady={value.trim() !== ''}
          problem={<ErrorNote error={props.error} />}
        >
          <PasswordInput
            label={isSet ? t('newValue') : t('value')}
            placeholder={t('bearer')}
            {...form.text('value')}
            autoComplete="off"
            flex={1}
            miw={200}
          />
        </Form>
      ) : (
        <Text size="sm" c="dimmed">
          {t('onlyDevelopersAdministratorsCanSet')}
        </Text>
      )}
    </>
  );
}
