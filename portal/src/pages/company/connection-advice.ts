/** What to do about a connection that is not linked. Shown above the URL of the link page. */
export function connectionAdvice(status: string): string | undefined {
  switch (status) {
    case 'PendingAuth':
      return 'Send this link to the owner, or open it yourself if you have the credentials:';
    case 'Deauthorized':
      return 'Send this link to the owner. Syncs resume automatically after they authorize again:';
    case 'Unlinked':
      return 'To link it again, open this link:';
    default:
      return undefined;
  }
}
