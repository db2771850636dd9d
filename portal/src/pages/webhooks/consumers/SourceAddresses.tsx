import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';

/** The source addresses of deliveries, for the allow-list of a firewall. */
export function SourceAddresses() {
  const { data, isPending } = useQuery(read('getSourceAddresses', {}));
  if (isPending) return <SkeletonRows count={1} />;
  if (!data) return null;
  if (!data.addresses)
    return (
      <Alert variant="outline" color="gray" icon={<IconInfoCircle />} title={t('sourceAddressNotPublishedYet')} mb="md">
        {data.message}
      </Alert>
    );
  return (
    <Text size="sm" mb="md">
      {t.rich('deliveriesComeFromAllowThese', { span: <span className="mono">{data.addresses.join(', ')}</span> })}
    </Text>
  );
}
