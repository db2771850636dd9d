import {
  type Credentials,
  defineType,
  type ProviderHttp,
  type PulledRecord,
  pullChanged,
} from '@daybook/connector-kit';
import { readElements } from '../../pull-records.ts';
import { getFromXero, headersFor } from '../../request-xero.ts';
import type { XeroShared } from '../../xero-type.ts';
import { activity, translate } from '../values.ts';
import { createCategoryPush } from './push-categories.ts';

type XeroOption = { TrackingOptionID: string; Name: string; Status: string };
type XeroCategory = { TrackingCategoryID: string; Name: string; Status: string; Options?: XeroOption[] };

/** A category and each of its options are records of their own; lines of documents refer to options. */
export const trackingCategories = defineType<XeroShared>({
  dataType: 'trackingCategories',
  pull: ({ baseUrl }) => pullChanged((access) => readCategories(baseUrl, access)),
  fromSource: (text) => recordOf(JSON.parse(text) as XeroCategory | OwnedOption),
  push: (shared) => createCategoryPush(shared, (access) => readCategories(shared.baseUrl, access)),
});

type Access = { http: ProviderHttp; credentials: Credentials };

async function readCategories(baseUrl: string, { http, credentials }: Access): Promise<PulledRecord[]> {
  const url = `${baseUrl}/api.xro/2.0/TrackingCategories?includeArchived=true`;
  const { body } = await getFromXero(http, url, headersFor(credentials));
  return readElements(body, 'TrackingCategories', (text) => JSON.parse(text) as XeroCategory).flatMap(recordsOf);
}

export const mapCategory = (wire: XeroCategory) => ({
  name: wire.Name,
  hasChildren: (wire.Options ?? []).some(isKept),
  status: translate(activity, wire.Status),
});

type OwnedOption = XeroOption & { TrackingCategoryID: string };

export const mapOption = (wire: OwnedOption) => ({
  name: wire.Name,
  parentId: wire.TrackingCategoryID,
  hasChildren: false,
  status: translate(activity, wire.Status),
});

const isKept = ({ Status }: { Status: string }) => Status !== 'DELETED';

function recordsOf(category: XeroCategory): PulledRecord[] {
  const { TrackingCategoryID, Options = [] } = category;
  const options = Options.filter(isKept).map((option) => recordOf({ ...option, TrackingCategoryID }));
  return isKept(category) ? [recordOf(category), ...options] : [];
}

function recordOf(wire: XeroCategory | OwnedOption): PulledRecord {
  const source = JSON.stringify(wire);
  return 'TrackingOptionID' in wire
    ? { id: wire.TrackingOptionID, source, record: () => mapOption(wire) }
    : { id: wire.TrackingCategoryID, source, record: () => mapCategory(wire) };
}
