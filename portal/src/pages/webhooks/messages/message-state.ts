type Delivery = { status: string; attempts: number };

/** A delivery that waits after a failed attempt is shown as "Retrying", not as one that was never tried. */
export const deliveryState = ({ status, attempts }: Delivery): string =>
  status === 'pending' && attempts > 0 ? 'retrying' : status;

/** The state of a message, by the same words as its deliveries. */
export function messageState(status: string, deliveries: readonly Delivery[] = []): string {
  if (status === 'unmatched') return 'none';
  if (status !== 'pending') return status;
  return deliveries.some((one) => deliveryState(one) === 'retrying') ? 'retrying' : status;
}
