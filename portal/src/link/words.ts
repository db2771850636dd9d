import { ApiError, NetworkError } from '@daybook/sdk';

/** What the page says, for somebody who keeps a company's books and has never heard of any of this. */

/** Data types in the words of a bookkeeper, by where they belong. */
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

/** "Sales: invoices to customers, customers". Those that are in no group keep the name that the service gives. */
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

/** What could not be read of a connected platform, and who must do what: nothing, one or two sentences. */
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
      ? `The login that you connected is not allowed to see everything in ${platformName}. Not read: ${words(refused)}. Give that login the right to see them in ${platformName}, then ask ${accountName} to read them again.`
      : '',
    others?.length
      ? `The last reading from ${platformName} failed. Not read: ${words(others)}. You do not need to do anything: ${accountName} sees the failure and can read again.`
      : '',
  ].filter((text) => text !== '');
}

/** What the kind of a platform means to its user. */
export const plainSourceType: Record<string, string> = {
  Accounting: 'Accounting software',
  Banking: 'Bank',
  Commerce: 'Online shop',
};

/** `canRetry`: the same again may work. */
export type Problem = { title: string; text: string; correlationId?: string | undefined; canRetry?: boolean };

/** Why the credentials were not taken, and what to do. */
export function explainRefusal(error: unknown, platformName: string): Problem {
  if (!(error instanceof ApiError)) return explainFailure(error);
  const { correlationId } = error;
  if (error.code === 'linkCredentialsRefused')
    return {
      title: `${platformName} did not accept these details`,
      text: 'Check each of them for typing errors, and that this login may see the whole books. Then try again.',
      correlationId,
    };
  if (error.code === 'linkPlatformUnavailable')
    return {
      title: `${platformName} does not answer at the moment`,
      text: 'Your details may well be right. Wait a few minutes and try again; what you have typed stays here.',
      correlationId,
    };
  if (error.code === 'linkedAlready')
    return {
      title: 'Something of this kind is connected already',
      text: 'Withdraw its access first, then connect this one.',
      correlationId,
    };
  if (error.status === 400)
    return {
      title: 'Something is missing',
      text: error.validation[0]?.message ?? 'Fill in every field, then try again.',
      correlationId,
    };
  return explainFailure(error);
}

/** Why the page cannot go on. */
export function explainFailure(error: unknown): Problem {
  if (error instanceof NetworkError)
    return {
      title: 'No connection',
      text: 'This page cannot reach its server. Check your internet, then try again.',
      canRetry: true,
    };
  if (!(error instanceof ApiError))
    return {
      title: 'Something went wrong',
      text: 'Try again. If it happens once more, tell whoever sent you the link.',
      canRetry: true,
    };
  const { correlationId } = error;
  if (error.status === 404)
    return {
      title: 'This link does not work',
      text: 'It may be incomplete, or it was withdrawn. Copy the whole link from your message, or ask whoever sent it for a new one.',
      correlationId,
    };
  if (error.status === 410)
    return {
      title: 'This link is no longer valid',
      text: 'Ask whoever sent it for a new one. Nothing has happened to your data.',
      correlationId,
    };
  if (error.status === 429)
    return {
      title: 'Too many tries',
      text: `To keep your login safe we wait ${waitText(error.retryAfter)}. Then you can try again.`,
      correlationId,
      canRetry: true,
    };
  if (error.code === 'maintenance')
    return {
      title: 'Back soon',
      text: 'The service is being maintained. Try again in some minutes.',
      correlationId,
      canRetry: true,
    };
  return {
    title: 'Something went wrong on our side',
    text: 'Try again in a moment. If it goes on, send the number below to whoever sent you the link.',
    correlationId,
    canRetry: true,
  };
}

function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return 'a little';
  return seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** What came of the consent at the platform; undefined where it worked. */
export function explainOutcome(outcome: string, platformName: string): Problem | undefined {
  if (outcome === 'linked') return undefined;
  if (outcome === 'denied')
    return {
      title: `${platformName} is not connected`,
      text: 'You did not agree there, so nothing is read. If that was not what you wanted, choose it again.',
    };
  if (outcome === 'unavailable')
    return {
      title: `${platformName} does not answer at the moment`,
      text: 'Nothing was connected. Wait a few minutes, then choose it again.',
    };
  return {
    title: `${platformName} did not let us in`,
    text: 'Nothing was connected. Choose it again, and sign in there with a login that may see the whole books.',
  };
}
