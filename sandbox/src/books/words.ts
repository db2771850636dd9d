import { Random } from './random.ts';

/** Words for generated records. As in real data, some are not ASCII or need escaping in JSON. */
const first =
  'Alpha,Amber,Baltic,Bright,Cedar,Cobalt,Delta,Ebony,Falcon,Granite,Harbour,Iron,Jade,Keystone,Lunar,Maple,Nordic,Opal,Pioneer,Quartz,River,Silver,Tundra,Umbra,Vertex,Willow,Xenon,Yarrow,Zenith,Müller,Ångström,東京'.split(
    ',',
  );
const second =
  'Bakery,Books,Builders,Catering,Chemicals,Cycles,Design,Dynamics,Electric,Farms,Foods,Freight,Garden,Glass,Health,Interiors,Joinery,Kitchens,Labs,Logistics,Media,Metals,Motors,Optics,Paper,Plumbing,Print,Solar,Studios,Systems,Textiles,Tools'.split(
    ',',
  );
const ending = ['Ltd', 'GmbH', 'Inc', 'AG', 'BV', 'SA', '& Sons', 'Oy'];
export const givenNames = 'Ada,Ben,Chloé,David,Elif,Femi,Grace,Hugo,Ines,Jonas,Kim,Lena,Marek,Nina,Omar,Priya'.split(
  ',',
);
export const familyNames =
  'Adams,Becker,Costa,Dubois,Eriksen,Fischer,García,Haas,Ito,Jensen,Kovač,Lopez,Meyer,Novak,Okafor,Petit'.split(',');
export const cities = 'Aarhus,Bristol,Cork,Dresden,Espoo,Florence,Ghent,Haarlem,Innsbruck,Jerez,Kraków,Lyon'.split(',');
export const streets = 'Church Street,Harbour Road,High Street,Main Street,Mill Lane,Park Avenue,Station Road'.split(
  ',',
);
export const countries = ['DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'IE', 'NL'];
export const goods =
  'Bolt,Bracket,Cable,Chair,Clamp,Desk,Drill,Filter,Hinge,Hose,Lamp,Ladder,Motor,Paint,Panel,Pipe,Pump,Sensor,Shelf,Valve'.split(
    ',',
  );
export const services = 'Assembly,Audit,Cleaning,Consulting,Delivery,Design,Inspection,Repair,Support,Training'.split(
  ',',
);

/** Notes as escaped JSON text, without the surrounding quotes. */
export const memoTexts = [
  'Thank you for your business.',
  'Delivered to the back door.',
  '5" pipe, see drawing A\\12',
  'Zahlbar ohne Abzug – danke!',
  'Line one\nLine two\tand a tab',
  '請求書 🧾',
].map((memo) => JSON.stringify(memo).slice(1, -1));

/** A company name, derived from a hash. */
export function companyName(hash: number): string {
  const random = new Random(hash);
  return `${random.pick(first)} ${random.pick(second)} ${random.pick(ending)}`;
}
