/**
 * Formats a request as a curl command. The command reads the API key from an environment variable, so that the shell
 * history does not contain the key.
 */
export function curlLine({ url, method = 'GET' }: { url: string; method?: string }): string {
  const { origin, pathname, searchParams } = new URL(url);
  const parameters = [...searchParams].map(([name, value]) => ` \\\n  --data-urlencode ${quote(`${name}=${value}`)}`);
  const verb = method === 'GET' ? (parameters.length > 0 ? ' -G' : '') : ` -X ${method}`;
  return `curl -u "$DAYBOOK_KEY:"${verb} ${quote(origin + pathname)}${parameters.join('')}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
