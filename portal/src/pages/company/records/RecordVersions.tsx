import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { Json } from '../../../ui/code/Json.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { Time } from '../../../ui/Time.tsx';
import { FieldChangeTable } from './FieldChangeTable.tsx';

const changes: Record<string, string> = { added: t('added'), updated: t('updated'), deleted: t('deleted') };

/** The versions of a record, newest first, each with the fields that it changed. */
export function RecordVersions(place: { companyId: string; dataType: string; id: string }) {
  const versions = useQuery(read('listRecordVersions', { ...place, pageSize: 50 }, { exact: true }));
  if (versions.isPending) return <SkeletonRows count={6} />;
  if (!versions.data)
    return <ErrorNote error={versions.error} title={t('couldNotLoadVersions')} retry={() => void versions.refetch()} />;
  const { results } = versions.data;
  return (
    <>
      <ol className="timeline">
        {results.map(({ generation, change, validFrom, validTo, record }, at) => {
          const earlier = results[at + 1];
          return (
            <li key={generation}>
              <div>
                <strong>{changes[change] ?? change}</strong>
                {validFrom ? <Time at={validFrom} exact /> : t('beforeStartStoredHistory')}
                {validTo === undefined && t('current')}
              </div>
              {earlier && (
                <FieldChangeTable
                  companyId={place.companyId}
                  dataType={place.dataType}
                  before={earlier.record}
                  after={record}
                />
              )}
              <details className="quiet-details">
                <summary>{t('showThisVersion')}</summary>
                <Json value={record} what={t('version')} maxHeight={360} />
              </details>
            </li>
          );
        })}
      </ol>
      <CurlLine operation="listRecordVersions" input={place} />
    </>
  );
}
