import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createServer } from 'vite';
import { root } from '../tidy/read-source.ts';

/**
 * Renders every step of the link page in the pseudo-language, in which no letter of the catalogue is plain: what is
 * still readable is a text outside the catalogue, or comes from the service and is listed here.
 */
const server = await createServer({
  root: `${root}/portal`,
  configFile: `${root}/portal/vite.config.ts`,
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
  logLevel: 'error',
});
after(() => server.close());

const own = ['Acme Lending', 'Baker Ltd', 'Sandbox', 'User name', 'Ask your bookkeeper', 'Depreciation plans', 'c-1'];
const dataTypes = ['invoices', 'bills', 'bankAccounts', 'accounts', 'balanceSheet', 'info', 'depreciation'];
const reads = dataTypes.map((dataType) => ({ dataType, name: 'Depreciation plans' }));
const field = { name: 'user', label: 'User name', help: 'Ask your bookkeeper', secret: false };
const platform = {
  platformKey: 'sandbox',
  name: 'Sandbox',
  sourceType: 'Accounting',
  dataTypes,
  credentialFields: [field],
};
const shop = { ...platform, platformKey: 'shop', sourceType: 'Commerce' };
const unknown = { ...platform, platformKey: 'unknown', sourceType: 'Payroll' };
const connection = {
  connectionId: 'c-1',
  platformKey: 'sandbox',
  platformName: 'Sandbox',
  status: 'Linked',
  failedReads: [],
};
const link = {
  accountName: 'Acme Lending',
  companyName: 'Baker Ltd',
  platforms: [platform, shop, unknown],
  connections: [],
  reads,
};
const failedReads = [
  { dataType: 'invoices', name: 'Invoices', reason: 'permission' },
  { dataType: 'bills', name: 'Bills', reason: 'error' },
];
const handlers = { client: {}, token: 'token', onChosen() {}, onChanged() {}, onBack() {}, onDone() {}, onAgain() {} };

test('no English remains on the link page in another language', async () => {
  Object.assign(globalThis, { window: globalThis, location: { search: '' } });
  const { loadLanguage } = await server.ssrLoadModule('/src/messages/catalogue.ts');
  await loadLanguage('pseudo', ['link']);
  // Imported by a variable, so that the types of these packages, which need those of a browser, are not checked here.
  const load = (name: string) => import(name);
  const { createElement } = await load('react');
  const { renderToStaticMarkup } = await load('react-dom/server');
  const { MantineProvider } = await load('@mantine/core');
  const words = await server.ssrLoadModule('/src/link/words.ts');
  const component = async (name: string) => (await server.ssrLoadModule(`/src/link/${name}.tsx`))[name];
  const [Choose, EnterDetails, Linked, Done, ProblemNote] = await Promise.all(
    ['Choose', 'EnterDetails', 'Linked', 'Done', 'ProblemNote'].map(component),
  );
  const states = [
    connection,
    { ...connection, lastSync: undefined, failedReads },
    { ...connection, status: 'Deauthorized' },
  ];
  const problems = ['linked', 'denied', 'unavailable', 'refused'].flatMap(
    (outcome) => words.explainOutcome(outcome, 'Sandbox') ?? [],
  );
  const screens = [
    [Choose, { ...handlers, link }],
    [Choose, { ...handlers, link: { ...link, platforms: [] } }],
    ...states.map((one) => [Choose, { ...handlers, link: { ...link, connections: [one] } }]),
    ...states.map((one) => [
      Linked,
      { ...handlers, link: { ...link, returnUrl: 'https://example.com' }, connection: one },
    ]),
    [EnterDetails, { ...handlers, link, platform }],
    [EnterDetails, { ...handlers, link, platform: { ...platform, authorization: 'platform' } }],
    [Done, { link, platformName: 'Sandbox' }],
    [Done, { link, platformName: 'Sandbox', returnUrl: 'https://example.com' }],
    ...[words.explainFailure(new Error('lost')), ...problems].map((problem) => [
      ProblemNote,
      { problem: { ...problem, correlationId: 'c-1' }, isPage: true, onRetry() {} },
    ]),
  ];
  let shown = 0;
  for (const [screen, props] of screens) {
    const html: string = renderToStaticMarkup(createElement(MantineProvider, {}, createElement(screen, props)));
    const texts = textsOf(html);
    shown += texts.length;
    for (const text of texts) {
      const rest = own.reduce((left, known) => left.replaceAll(known, '').replaceAll(known.toLowerCase(), ''), text);
      assert.doesNotMatch(rest, /[A-Za-z]{2}/, `${screen.name} shows “${text}”`);
    }
  }
  assert.ok(shown > 100, `${shown} texts`);
});

/** What people read or hear: the text between tags, and the labels. */
function textsOf(html: string): string[] {
  const visible = html.replaceAll(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/g, '');
  const labels = [...visible.matchAll(/\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  return [...visible.replaceAll(/<[^>]*>/g, '\n').split('\n'), ...labels].filter((text) => text.trim() !== '');
}
