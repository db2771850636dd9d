import { ApiError, NetworkError } from '@daybook/sdk';

/** Texts of the link page, for a bookkeeper who has never heard of Daybook. */

/** The names of data types in a bookkeeper's words, by group. */
const groups: { name: string; dataTypes: Record<string, string> }[] = [
  {
    name: 'Sales',
    dataTypes: {
      invoices: 'invoices to customers',
      creditNotes: 'credit notes',
      payments: 'payments from customers',
      customers: 'customers',
      salesOrders: 'sales orders',
      items: 'products and services',
    },
  },
  {
    name: 'Purchases',
    dataTypes: {
      bills: 'bills from suppliers',
      billCreditNotes: 'credit notes',
      billPayments: 'payments to suppliers',
      suppliers: 'suppliers',
      purchaseOrders: 'purchase orders',
    },
  },
  {
    name: 'Bank',
    dataTypes: { bankAccounts: 'accounts', bankTransactions: 'transactions', transfers: 'transfers' },
  },
  {
    name: 'Ledger',
    dataTypes: {
      accounts: 'chart of accounts',
      journalEntries: 'journal entries',
      taxRates: 'tax rates',
      trackingCategories: 'cost centres and projects',
    },
  },
  {
    name: 'Reports',
    dataTypes: {
      balanceSheet: 'balance sheet',
      profitAndLoss: 'profit and loss',
      cashFlowStatement: 'cash flow statement',
    },
  },
  { name: 'Company', dataTypes: { info: 'name and address' } },
];

/** Lists data by group: "Sales: invoices to customers, customers". Other data types keep the name from the service. */
export function plainReads(reads: readonly { dataType: string; name: string }[]): { group: string; text: string }[] {
  const known = new Set(groups.flatMap(({ dataTypes }) => Object.keys(dataTypes)));
  const wanted = new Set(reads.map(({ dataType }) => dataType));
  const others = reads.filter(({ dataType }) => !known.has(dataType)).map(({ name }) => name.toLowerCase());
  return [
    ...groups.map(({ name, dataTypes }) => ({
      group: name,
      text: Object.entries(dataTypes)
        .flatMap(([dataType, words]) => (wanted.has(dataType) ? [words] : []))
        .join(', '),
    })),
    { group: 'Also', text: others.join(', ') },
  ].filter(({ text }) => text !== '');
}

type Failing = { platformName: string; failedReads: readonly { dataType: string; name: string; reason: string }[] };

/** Explains which data could not be synced, and who must do what. Returns one text for each kind of failure. */
export function plainFailedReads({ platformName, failedReads }: Failing, accountName: string): string[] {
  const [refused, others] = [true, false].map((isRefused) =>
    failedReads.filter(({ reason }) => (reason === 'permission') === isRefused),
  );
  const words = (reads: readonly { dataType: string; name: string }[]) =>
    plainReads(reads)
      .map(({ text }) => text)
      .join(', ');
  return [
    refused?.length
      ? `The login that you connected does not have permission for everything in ${platformName}. Not synced: ${words(refused)}. Give that login permission in ${platformName}, then ask ${accountName} to sync again.`
      : '',
    others?.length
      ? `The last sync from ${platformName} failed. Not synced: ${words(others)}. You do not need to do anything. ${accountName} can see the failure and sync again.`
      : '',
  ].filter((text) => text !== '');
}

/** Platform types in plain words. */
export const plainSourceType: Record<string, string> = {
  Accounting: 'Accounting software',
  Banking: 'Bank',
  Commerce: 'Online shop',
};

/** A problem to show to the owner. If `canRetry` is set, the same request may succeed later. */
export type Problem = { title: string; text: string; correlationId?: string | undefined; canRetry?: boolean };

/** Explains why the credentials were rejected, and what to do. */
export function explainRefusal(error: unknown, platformName: string): Problem {
  if (!(error instanceof ApiError)) return explainFailure(error);
  const { correlationId } = error;
  if (error.code === 'linkCredentialsRefused')
    return {
      title: `${platformName} did not accept these details`,
      text: 'Check for typing errors. Also check that this login has access to all of your books. Then try again.',
      correlationId,
    };
  if (error.code === 'linkPlatformUnavailable')
    return {
      title: `${platformName} is not responding`,
      text: 'Your details may be correct. Wait a few minutes and try again. Your entries stay on this page.',
      correlationId,
    };
  if (error.code === 'linkedAlready')
    return {
      title: 'A platform of this type is already connected',
      text: 'Disconnect that platform first, then connect this one.',
      correlationId,
    };
  if (error.status === 400)
    return {
      title: 'Some details are missing',
      text: error.validation[0]?.message ?? 'Fill in every field, then try again.',
      correlationId,
    };
  return explainFailure(error);
}

/** Explains why the page cannot continue, and what to do. */
export function explainFailure(error: unknown): Problem {
  if (error instanceof NetworkError)
    return {
      title: 'No connection',
      text: 'This page cannot reach the server. Check your internet connection, then try again.',
      canRetry: true,
    };
  if (!(error instanceof ApiError))
    return {
      title: 'Something went wrong',
      text: 'Try again. If it happens again, contact the person who sent you the link.',
      canRetry: true,
    };
  const { correlationId } = error;
  if (error.status === 404)
    return {
      title: 'This link does not work',
      text: 'The link may be incomplete or outdated. Copy the whole link again, or ask the sender for a new one.',
      correlationId,
    };
  if (error.status === 410)
    return {
      title: 'This link is no longer valid',
      text: 'Ask the sender for a new link. Your data has not changed.',
      correlationId,
    };
  if (error.status === 429)
    return {
      title: 'Too many attempts',
      text: `To protect your login, please wait ${waitText(error.retryAfter)}, then try again.`,
      correlationId,
      canRetry: true,
    };
  if (error.code === 'maintenance')
    return {
      title: 'Back soon',
      text: 'The service is under maintenance. Try again in a few minutes.',
      correlationId,
      canRetry: true,
    };
  return {
    title: 'Something went wrong on our end',
    text: 'Try again in a moment. If it keeps happening, send the reference below to the person who sent you the link.',
    correlationId,
    canRetry: true,
  };
}

function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return 'a moment';
  return seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** Explains why the authorization at the platform failed. Returns undefined if it succeeded. */
export function explainOutcome(outcome: string, platformName: string): Problem | undefined {
  if (outcome === 'linked') return undefined;
  if (outcome === 'denied')
    return {
      title: `${platformName} is not connected`,
      text: `You did not approve access, so no data is shared. To connect after all, choose ${platformName} again.`,
    };
  if (outcome === 'unavailable')
    return {
      title: `${platformName} is not responding`,
      text: `Nothing was connected. Wait a few minutes, then choose ${platformName} again.`,
    };
  return {
    title: `${platformName} did not grant access`,
    text: `Nothing was connected. Choose ${platformName} again, with a login that has access to all of your books.`,
  };
}
