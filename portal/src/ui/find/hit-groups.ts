import {
  IconArrowsUpDown,
  IconBuilding,
  IconClipboardList,
  IconFileText,
  IconListDetails,
  IconMail,
  IconPlugConnected,
  IconRefresh,
  IconWebhook,
} from '@tabler/icons-react';
import type { Answer } from '../../api.ts';
import { t } from '../../messages/ui.ts';
import { paths } from '../../paths.ts';
import { dateText } from '../date-words.ts';
import { spaced, wordsFor } from '../state-words.ts';
import { exactTime } from '../time-words.ts';
import type { FindEntry, FindGroup } from './find-entry.ts';

type Hit = Answer<'search'>['hits'][number];

const titles: Record<string, string> = {
  company: t('companies'),
  connection: t('connections'),
  sync: t('syncs'),
  push: t('pushes'),
  message: t('messages'),
  consumer: t('consumers'),
  auditEntry: t('auditEntries'),
  request: t('requests'),
};

/** Groups the hits of the service by kind, each with the page that shows it. Kinds that have no page are left out. */
export function hitGroups(hits: readonly Hit[]): FindGroup[] {
  const groups = Map.groupBy(hits, ({ kind }) => kind);
  return [...groups].flatMap(([kind, inside]) => {
    const entries = inside.flatMap((hit) => entryOf(hit) ?? []);
    const title = kind === 'record' ? t('recordsOf', { company: inside[0]?.companyName }) : titles[kind];
    return title === undefined || entries.length === 0 ? [] : [{ title, entries }];
  });
}

function entryOf(hit: Hit): FindEntry | undefined {
  const { kind, id, title, companyId = '', companyName, dataType = '', status, at } = hit;
  const time = at === undefined ? undefined : exactTime(at);
  const note = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ') || undefined;
  const entry = { id: `${kind} ${id}`, label: title };
  const type = spaced(dataType);
  switch (kind) {
    case 'company':
      return { ...entry, icon: IconBuilding, to: paths.company(id) };
    case 'connection':
      return {
        ...entry,
        icon: IconPlugConnected,
        note: note(companyName, status && wordsFor('connection', status).label),
        to: paths.companyConnections(companyId),
      };
    case 'record':
      return {
        ...entry,
        icon: IconFileText,
        note: note(type, status && spaced(status), at && dateText(at)),
        to: paths.companyRecords(companyId, dataType),
        search: { record: id },
      };
    case 'sync':
      return {
        ...entry,
        label: t('syncOf', { dataType: type.toLowerCase() }),
        icon: IconRefresh,
        note: note(companyName, status && wordsFor('sync', status).label, time),
        to: paths.sync(companyId, id),
      };
    case 'push':
      return {
        ...entry,
        label: t('pushOf', { dataType: type.toLowerCase() }),
        icon: IconArrowsUpDown,
        note: note(companyName, status && wordsFor('push', status).label, time),
        to: paths.push(companyId, id),
      };
    case 'message':
      return { ...entry, icon: IconMail, note: note(companyName, time), to: paths.message(id) };
    case 'consumer':
      return { ...entry, icon: IconWebhook, to: paths.consumer(id) };
    case 'auditEntry':
      return {
        ...entry,
        label: spaced(title),
        icon: IconClipboardList,
        note: note(companyName, time),
        to: paths.audit(),
        search: { query: `auditId=${id}` },
      };
    case 'request':
      return {
        ...entry,
        label: spaced(title),
        icon: IconListDetails,
        note: note(status, companyName, time),
        to: paths.requests(),
        search: { search: id, request: id },
      };
    default:
      return undefined;
  }
}
