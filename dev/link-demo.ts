/**
 * Links the first demo companies to the sandbox, through the API like any client. Their first syncs start
 * automatically.
 */
export async function linkDemoCompanies(options: { url: string; key: string }): Promise<string> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${options.url}${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`${options.key}:`)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const { results } = await send('GET', '/companies?pageSize=3');
  for (const [i, company] of results.entries()) {
    if (company.dataConnections.length > 0) continue;
    const path = `/companies/${company.companyId}/connections`;
    const { connectionId } = await send('POST', path, { platformKey: 'sandbox' });
    const name = `demo${i + 1}-${[250, 1000, 5000][i]}`;
    await send('PUT', `${path}/${connectionId}/authorization`, {
      credentials: { company: name, secret: `sandbox-${name}` },
    });
  }
  return results[0].companyId;
}
