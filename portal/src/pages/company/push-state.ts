/** Returns the status to show for a push. It is `Unknown` if the outcome of the push cannot be determined. */
export function pushState({ status, step }: { status: string; step: string }): string {
  return step === 'unknown' ? 'Unknown' : status;
}

/** Describes the progress of a push in one sentence. */
export function stepText(step: string): string {
  switch (step) {
    case 'waiting':
      return 'The request has not been sent to the platform yet.';
    case 'sent':
      return 'The request was sent. Daybook is checking the outcome.';
    case 'accepted':
      return 'The platform accepted the request and is processing it.';
    case 'known':
      return 'The outcome is known.';
    case 'unknown':
      return 'The request was sent, but it is unclear whether the platform made the change.';
    default:
      return step;
  }
}
