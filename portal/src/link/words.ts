import { ApiError, NetworkError } from '@daybook/sdk';
import { t } from '../messages/link.ts';

/** Texts of the link page, for a bookkeeper who has never heard of Daybook. */

/** The names of data types in a bookkeeper's words, by group. */
const groups: { name: string; dataTypes: Record<string, string> }[] = [
  {
    name: t('sales'),
    dataTypes: {
      invoices: t('invoicesToCustomers'),
      creditNotes: t('creditNotes'),
      payments: t('paymentsFromCustomers'),
      customers: t('customers'),
      salesOrders: t('salesOrders'),
      items: t('productsAndServices'),
    },
  },
  {
    name: t('purchases'),
    dataTypes: {
      bills: t('billsFromSuppliers'),
      billCreditNotes: t('creditNotes'),
      billPayments: t('paymentsToSuppliers'),
      suppliers: t('suppliers'),
      purchaseOrders: t('purchaseOrders'),
    },
  },
  {
    name: t('bank'),
    dataTypes: { bankAccounts: t('accounts'), bankTransactions: t('transactions'), transfers: t('transfers') },
  },
  {
    name: t('ledger'),
    dataTypes: {
      accounts: t('chartOfAccounts'),
      journalEntries: t('journalEntries'),
      taxRates: t('taxRates'),
      trackingCategories: t('costCentresAndProjects'),
    },
  },
  {
    name: t('reports'),
    dataTypes: {
      balanceSheet: t('balanceSheet'),
      profitAndLoss: t('profitAndLoss'),
      cashFlowStatement: t('cashFlowStatement'),
    },
  },
  { name: t('company'), dataTypes: { info: t('nameAndAddress') } },
];

/**
 * Lists data types by group, in plain words: "Sales: invoices to customers, customers". A data type that is in no group
 * keeps the name from the service.
 */
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
    { group: t('also'), text: others.join(', ') },
  ].filter(({ text }) => text !== '');
}

/** Data types by group, each with its words: "Sales", "Invoices to customers". Groups without data types are left out. */
export function typesByGroup<Type extends { dataType: string; name: string }>(
  types: readonly Type[],
): { group: string; types: { words: string; type: Type }[] }[] {
  const left = new Map(types.map((type) => [type.dataType, type]));
  const grouped = groups.map(({ name, dataTypes }) => ({
    group: name,
    types: Object.entries(dataTypes).flatMap(([dataType, words]) => {
      const type = left.get(dataType);
      left.delete(dataType);
      return type ? [{ words: capital(words), type }] : [];
    }),
  }));
  const others = [...left.values()].map((type) => ({ words: type.name, type }));
  return [...grouped, { group: t('also'), types: others }].filter((one) => one.types.length > 0);
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Whether a name contains a text. Ignores case and accents. */
export function isFound(name: string, text: string): boolean {
  const plain = (part: string) => part.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain(name).includes(plain(text.trim()));
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
    refused?.length ? t('loginLacksPermission', { platformName, data: words(refused), accountName }) : '',
    others?.length ? t('lastSyncFailed', { platformName, data: words(others), accountName }) : '',
  ].filter((text) => text !== '');
}

/** Platform types in plain words. */
export const plainSourceType: Record<string, string> = {
  Accounting: t('accountingSoftware'),
  Banking: t('bank'),
  Commerce: t('onlineShop'),
};

/**
 * A problem to show to the owner. If `canRetry` is set, the page offers to try again, because the same request may
 * succeed later.
 */
export type Problem = { title: string; text: string; correlationId?: string | undefined; canRetry?: boolean };

/** Explains why the credentials were rejected, and what to do. */
export function explainRefusal(error: unknown, platformName: string): Problem {
  if (!(error instanceof ApiError)) return explainFailure(error);
  const { correlationId } = error;
  if (error.code === 'linkCredentialsRefused')
    return {
      title: t('didNotAcceptTheseDetails', { platformName }),
      text: t('checkTypingErrorsAlsoCheck'),
      correlationId,
    };
  if (error.code === 'linkPlatformUnavailable')
    return {
      title: t('isNotResponding', { platformName }),
      text: t('yourDetailsMayBeCorrect'),
      correlationId,
    };
  if (error.code === 'linkedAlready')
    return {
      title: t('accountingSystemIsAlreadyConnected'),
      text: t('disconnectPlatformFirstThenConnect'),
      correlationId,
    };
  if (error.status === 400)
    return {
      title: t('someDetailsAreMissing'),
      text: error.validation[0]?.message ?? t('fillEveryFieldThenTry'),
      correlationId,
    };
  return explainFailure(error);
}

/** Explains why the page cannot continue, and what to do. */
export function explainFailure(error: unknown): Problem {
  if (error instanceof NetworkError)
    return {
      title: t('noConnection'),
      text: t('thisPageCannotReachServer'),
      canRetry: true,
    };
  if (!(error instanceof ApiError))
    return {
      title: t('somethingWentWrong'),
      text: t('tryAgainIfHappensAgain'),
      canRetry: true,
    };
  const { correlationId } = error;
  if (error.status === 404)
    return {
      title: t('thisLinkDoesNotWork'),
      text: t('theLinkMayBeIncomplete'),
      correlationId,
    };
  if (error.status === 410)
    return {
      title: t('thisLinkIsNoLonger'),
      text: t('askSenderNewLinkData'),
      correlationId,
    };
  if (error.status === 429)
    return {
      title: t('tooManyAttempts'),
      text: t('toProtectLoginPleaseWait', { time: waitText(error.retryAfter) }),
      correlationId,
      canRetry: true,
    };
  if (error.code === 'maintenance')
    return {
      title: t('backSoon'),
      text: t('theServiceIsUnderMaintenance'),
      correlationId,
      canRetry: true,
    };
  return {
    title: t('somethingWentWrongOurEnd'),
    text: t('tryAgainMomentIfKeeps'),
    correlationId,
    canRetry: true,
  };
}

function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return t('aMoment');
  return seconds < 90 ? t('seconds', { count: Math.ceil(seconds) }) : t('minutes', { count: Math.ceil(seconds / 60) });
}

/** Explains why the authorization at the platform failed. Returns undefined if it succeeded. */
export function explainOutcome(outcome: string, platformName: string): Problem | undefined {
  if (outcome === 'linked') return undefined;
  if (outcome === 'denied')
    return {
      title: t('isNotConnected', { platformName }),
      text: t('youDidNotApproveAccess', { platformName }),
    };
  if (outcome === 'unavailable')
    return {
      title: t('isNotResponding', { platformName }),
      text: t('nothingWasConnectedWaitFew', { platformName }),
    };
  return {
    title: t('didNotGrantAccess', { platformName }),
    text: t('nothingWasConnectedChooseAgain', { platformName }),
  };
}
