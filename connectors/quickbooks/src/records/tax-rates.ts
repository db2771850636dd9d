import {
  defineType,
  ProviderError,
  type PulledRecord,
  type Push,
  type PushAnswer,
  type PushInput,
  pullChanged,
  Unavailable,
} from '@daybook/connector-kit';
import { closed, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { type PullSettings, readRecord } from '../pull-records.ts';
import { isRefusal, refused, settlesWithinMs } from '../push-records.ts';
import { type Access, readAll } from '../read-all.ts';
import { companyUrl, fail, headers, readFaults, readQuickbooks } from '../request-quickbooks.ts';
import type { QboMeta, QboRef } from '../wire.ts';
import { activity, numberOf, present } from './values.ts';

type QboTaxCode = QboMeta & {
  Name: string;
  Description?: string;
  Active?: boolean;
  SalesTaxRateList?: { TaxRateDetail?: { TaxRateRef: QboRef; TaxOrder?: number }[] };
};
type QboTaxRate = QboMeta & { Name: string; RateValue?: number };

/** A tax code together with the tax rates that it lists. The tax code itself has no percentage. */
type CodeWithRates = { code: QboTaxCode; rates: QboTaxRate[] } & QboMeta;

const schema = closed({
  name: text(100, 'Unique.'),
  components: Type.Array(
    closed({
      name: text(100, 'Unique.'),
      rate: Type.Number({ minimum: 0, maximum: 100, description: 'In percent.' }),
      agencyRef: optional(
        ref('The id of a tax agency at QuickBooks. Can be omitted if QuickBooks has only one agency.'),
      ),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});
type PushedTaxRate = Static<typeof schema>;

/** The total rate is the sum of the component rates, rounded to four decimal places. */
const mapTaxRate = ({ code, rates }: CodeWithRates) => {
  const total = Math.round(rates.reduce((sum, rate) => sum + numberOf(rate.RateValue), 0) * 10_000) / 10_000;
  return {
    name: code.Name,
    code: present(code.Description),
    effectiveTaxRate: total,
    totalTaxRate: total,
    components: rates.map(({ Name, RateValue = 0 }) => ({ name: Name, rate: RateValue })),
    status: activity(code.Active),
  };
};

/**
 * The data type `taxRates` holds QuickBooks' tax codes, because document lines refer to these. The percentages of a tax
 * code are in the tax rates that the code lists.
 */
export const taxRates = defineType<PullSettings>({
  dataType: 'taxRates',
  pull: (place) => pullChanged((input) => readTaxRates(place, input)),
  push: createTaxRatePush,
  fromSource: (text) => readRecord(text, { entity: 'TaxCode', map: mapTaxRate }),
});

async function readTaxRates(place: PullSettings, access: Access): Promise<PulledRecord[]> {
  const codes = await readAll(place, access, { entity: 'TaxCode', hasInactive: true });
  const rates = await readAll(place, access, { entity: 'TaxRate', hasInactive: true });
  return readQuickbooks('', () => {
    const byId = new Map(rates.map((text) => [(JSON.parse(text) as QboTaxRate).Id, text]));
    return codes.map((text) => {
      const { Id, SalesTaxRateList } = JSON.parse(text) as QboTaxCode;
      const listed = SalesTaxRateList?.TaxRateDetail?.flatMap(({ TaxRateRef }) => byId.get(TaxRateRef.value) ?? []);
      const joined = `{"Id":${JSON.stringify(Id)},"code":${text},"rates":[${(listed ?? []).join(',')}]}`;
      return readRecord(joined, { entity: 'TaxCode', map: mapTaxRate });
    });
  });
}

/** The request body for QuickBooks' tax service. The service has its own format: percentages are strings. */
const taxRateBody = (record: PushedTaxRate) => ({
  TaxCode: record.name,
  TaxRateDetails: record.components.map(({ name, rate, agencyRef }) => ({
    TaxRateName: name,
    RateValue: JSON.stringify(rate),
    TaxAgencyId: agencyRef?.id,
    TaxApplicableOn: 'Sales',
  })),
});

const fields = {
  TaxCode: 'name',
  TaxRateName: 'components.0.name',
  RateValue: 'components.0.rate',
  TaxAgencyId: 'components.0.agencyRef.id',
  TaxRateDetails: 'components',
};

/**
 * QuickBooks creates tax codes, together with their rates, through a separate service. The API can neither change nor
 * delete a tax code afterwards. Intuit does not document whether the service performs requests with the same request id
 * only once. So `find` looks for the tax code by its name, which is unique.
 */
function createTaxRatePush(place: PullSettings): Push {
  return {
    operations: { create: schema },
    choices: {},
    certainty: 'search',
    settlesWithinMs,
    prepare: ({ record, reference }, credentials) => ({
      method: 'POST',
      url: companyUrl(place.baseUrl, credentials, 'taxservice/taxcode', { requestid: reference }),
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(taxRateBody(record as PushedTaxRate)),
    }),
    async send(input) {
      const wished = input.wish.record as PushedTaxRate;
      // Reject a name that already exists. Otherwise, after a lost response, Daybook could not find out whether this
      // push had created the tax code.
      if ((await withName(place, input)).length > 0)
        return refusal('name', `QuickBooks already has a tax code with the name ${wished.name}.`);
      const isAgencyMissing = wished.components.some(({ agencyRef }) => agencyRef === undefined);
      const agencies = isAgencyMissing ? await readAgencies(place, input) : [];
      if (isAgencyMissing && agencies.length !== 1) return whichAgency(agencies, wished);
      return write(place, input, agencies[0]?.Id);
    },
    async find(input) {
      const found = (await withName(place, input)).find((record) => isAsWished(record, input));
      return found ? { kind: 'done', providerStatus: 200, record: found } : { kind: 'absent' };
    },
  };
}

type TaxRate = { name: string; components: { name: string; rate: number }[] };
type Agency = { Id: string; DisplayName?: string };

const taxRateOf = (found: PulledRecord) => found.record?.() as TaxRate | undefined;

async function withName(place: PullSettings, input: PushInput): Promise<PulledRecord[]> {
  const { name } = input.wish.record as PushedTaxRate;
  const all = await readTaxRates(place, input);
  return all.filter((record) => taxRateOf(record)?.name.toLowerCase() === name.toLowerCase());
}

/**
 * Whether the tax code is the one that was pushed. Somebody else may have used the name for a different tax code
 * meanwhile.
 */
function isAsWished(found: PulledRecord, { wish }: PushInput): boolean {
  const text = (rate: TaxRate | undefined) =>
    JSON.stringify([rate?.name, rate?.components.map((one) => [one.name, Number(JSON.stringify(one.rate))])]);
  return text(taxRateOf(found)) === text(wish.record as TaxRate);
}

async function readAgencies(place: PullSettings, input: PushInput): Promise<Agency[]> {
  const texts = await readAll(place, input, { entity: 'TaxAgency' });
  return readQuickbooks('', () => texts.map((text) => JSON.parse(text) as Agency));
}

function whichAgency(agencies: readonly Agency[], { components }: PushedTaxRate): PushAnswer {
  const at = components.findIndex(({ agencyRef }) => agencyRef === undefined);
  const known = agencies.map(({ Id, DisplayName }) => `${Id} (${DisplayName})`).join(', ');
  return refusal(
    `components.${at}.agencyRef.id`,
    known
      ? `Choose one of the tax agencies at QuickBooks: ${known}.`
      : 'QuickBooks has no tax agency yet. First add a tax agency at QuickBooks.',
  );
}

/** A rejection by the connector itself, before anything was sent. */
const refusal = (itemId: string, message: string): PushAnswer => ({
  kind: 'refused',
  message,
  errors: [{ itemId, message }],
});

async function write(place: PullSettings, input: PushInput, agencyId: string | undefined): Promise<PushAnswer> {
  const { http, prepared } = input;
  const answer = await http.request({ ...prepared, body: withAgency(prepared.body ?? '{}', agencyId) });
  const faults = readFaults(answer.body);
  if (isRefusal(answer.status, faults)) return refused(answer, faults, fields);
  if (answer.status !== 200) return fail(answer, http);
  const id = readQuickbooks(answer.body, (text) => String((JSON.parse(text) as { TaxCodeId: unknown }).TaxCodeId));
  const found = (await readBack(place, input)).find((record) => record.id === id);
  if (!found) throw new Unavailable('QuickBooks does not list the tax code that it has created.');
  return { kind: 'done', providerStatus: answer.status, record: found };
}

/**
 * Reads the tax codes after the new one was written. If this fails, the error must not claim that nothing was written:
 * the tax code exists, and `find` will find it by name.
 */
async function readBack(place: PullSettings, input: PushInput): Promise<PulledRecord[]> {
  return readTaxRates(place, input).catch((error) => {
    if (!(error instanceof ProviderError)) throw error;
    throw new Unavailable(`QuickBooks created the tax code, but Daybook could not read it back: ${error.message}`);
  });
}

function withAgency(body: string, agencyId: string | undefined): string {
  const { TaxRateDetails, ...rest } = JSON.parse(body) as { TaxRateDetails: object[] };
  return JSON.stringify({ ...rest, TaxRateDetails: TaxRateDetails.map((one) => ({ TaxAgencyId: agencyId, ...one })) });
}
