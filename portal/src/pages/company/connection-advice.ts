/** Returns what to do about a connection that is not linked. The text is shown above the URL of the link page. */
export function connectionAdvice(status: string): string | undefined {
  switch (status) {
    case 'PendingAuth':
      return 'Send this link to the owner, or open it yourself if you have the credentials:';
    case 'Deauthorized':
      return 'Syncs resume automatically after the owner authorizes the platform again. Send this link to the owner:';
    case 'Unlinked':
      return 'To link the platform again, open this link:';
    default:
      return undefined;
  }
}
