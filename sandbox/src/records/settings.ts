import { amountText, chooseAmountKind, partOf, randomAmount } from '../books/amounts.ts';
import { type Book, hashOf, idOf, type RecordVersion, randomOf, streams } from '../books/book.ts';
import { dayCount, firstDay, timeText } from '../books/dates.ts';
import { cities, companyName, countries, streets } from '../books/words.ts';
import { reference } from './references.ts';
import { firstCostAccount, firstRevenueAccount } from './tables/account-names.ts';
import { isService, itemName } from './tables/item-names.ts';
import { taxRateCount, taxRateOf } from './tables/tax-rate-table.ts';
import { trackingName, trackingRootCount } from './tables/tracking-names.ts';

export function writeItem(book: Book, { id, index, revision, modifiedAt }: RecordVersion): string {
  const random = randomOf(book, 'items', index, revision, streams.details);
  const kind = chooseAmountKind(random, book.amounts);
  const price = randomAmount(random, kind, 100, 50_000);
  const isBought = !isService(index);
  const name = itemName(book, index);
  const tax = reference(book, 'taxRates', random.below(taxRateCount));
  const trade = (amount: typeof price, account: number) =>
    `{"price":${amountText(amount, kind.scale)},"text":"${name}, price list ${revision + 1}"` +
    `,"account":${reference(book, 'accounts', account)},"tax_rate":${tax}}`;
  return (
    `{"id":"${id}","sku":"SKU-${1000 + index}","name":"${name}","kind":"${isService(index) ? 'service' : index % 4 ? 'stock' : 'non_stock'}"` +
    `,"state":"${random.below(10) === 0 ? 'archived' : 'active'}","sale":${trade(price, firstRevenueAccount)}` +
    `,"purchase":${isBought ? trade(partOf(price, 6000), firstCostAccount) : 'null'}` +
    `,"modified_at":"${modifiedAt ?? timeText(random.below(dayCount), index)}"}`
  );
}

export function writeTaxRate(_book: Book, { id, index, revision, modifiedAt }: RecordVersion): string {
  const { name, code, hundredths } = taxRateOf(index);
  const percent = hundredths / 100;
  return (
    `{"id":"${id}","name":"${name}","code":"${code}${revision || ''}","percent":${percent}` +
    `,"parts":[{"name":"${name}","percent":${percent},"is_compound":false}],"state":"active"` +
    `,"modified_at":"${modifiedAt ?? timeText(0, index)}"}`
  );
}

export function writeTrackingCategory(book: Book, { id, index, revision, modifiedAt }: RecordVersion): string {
  const isRoot = index < trackingRootCount;
  const parent = isRoot ? 'null' : `"${idOf(book, 'trackingCategories', index % trackingRootCount)}"`;
  return (
    `{"id":"${id}","name":"${trackingName(index)}${revision ? `, change ${revision}` : ''}","parent":${parent}` +
    `,"has_children":${isRoot},"state":"active","modified_at":"${modifiedAt ?? timeText(0, index)}"}`
  );
}

export function writeInfo(book: Book, { id, index, revision, modifiedAt }: RecordVersion): string {
  const random = randomOf(book, 'info', index);
  const name = companyName(hashOf(book, 'info', index));
  return (
    `{"id":"${id}","name":"${name}","legal_name":"${name} (${book.key})","registration_no":"${10_000_000 + random.below(90_000_000)}"` +
    `,"vat_no":"EU${100_000_000 + random.below(900_000_000)}","currency":"EUR","year_starts_on":"${firstDay}"` +
    `,"addresses":[{"kind":"billing","street":"${1 + random.below(200)} ${random.pick(streets)}, floor ${revision + 1}"` +
    `,"city":"${random.pick(cities)}","country":"${random.pick(countries)}","postcode":"${10_000 + random.below(90_000)}"}]` +
    `,"website":"https://${book.key.toLowerCase()}.example","modified_at":"${modifiedAt ?? timeText(0, random.next())}"}`
  );
}
