/** One word for a push: its status, unless nobody can tell what became of it. */
export function pushState({ status, step }: { status: string; step: string }): string {
  return step === 'unknown' ? 'Unknown' : status;
}

/** What is known of the platform, in a sentence. */
export function stepText(step: string): string {
  switch (step) {
    case 'waiting':
      return 'Nothing has been sent to the platform yet.';
    case 'sent':
      return 'The request went out; its outcome is being found out.';
    case 'accepted':
      return 'The platform has accepted it and works on it.';
    case 'known':
      return 'The outcome is known.';
    case 'unknown':
      return 'The request went out, and nobody can tell whether the platform has done it.';
    default:
      return step;
  }
}
