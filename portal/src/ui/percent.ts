import { locale } from '../messages/catalogue.ts';

const percents = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** The one format for a share: "97.4%". */
export const percentText = (share: number): string => new Intl.NumberFormat(locale(), percents).format(share);
