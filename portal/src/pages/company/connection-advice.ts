/** What to do about a connection that does not work. It stands above the link page’s address. */
export function connectionAdvice(status: string): string | undefined {
  switch (status) {
    case 'PendingAuth':
      return 'Send the owner this link, or open it yourself if you have the access:';
    case 'Deauthorized':
      return 'Send the owner this link. After they have authorized again, syncs go on by themselves:';
    case 'Unlinked':
      return 'To link it again, open this page:';
    default:
      return undefined;
  }
}
