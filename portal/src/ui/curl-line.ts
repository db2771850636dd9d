/** A request as a curl command. The key is read from a variable, so that it is not stored in the shell history. */
export function curlLine({ url, method = 'GET' }: { url: string; method?: string }): string {
  const { origin, pathname, searchParams } = new URL(url);
  const parameters = [...searchParams].map(([name, value]) => ` \\\n  --data-urlencode ${quote(`${name}=${value}`)}`);
  const verb = method === 'GET' ? (parameters.length > 0 ? ' -G' : '') : ` -X ${method}`;
  return `curl -u "$DAYBOOK_KEY:"${verb} ${quote(origin + pathname)}${parameters.join('')}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
