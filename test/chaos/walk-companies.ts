type Page = { results: { companyId: string }[]; totalResults: number; _links: { next?: { href: string } } };

/** The account's companies as a client sees them: all pages, by following the links. */
export async function walkCompanies(url: string, key: string): Promise<string[]> {
  const headers = { authorization: `Basic ${Buffer.from(key).toString('base64')}` };
  const ids: string[] = [];
  for (let next: string | undefined = `${url}/companies?pageSize=500`; next; ) {
    const response = await fetch(next, { headers });
    if (!response.ok) throw new Error(`${next} returned ${response.status}`);
    const page = (await response.json()) as Page;
    ids.push(...page.results.map((company) => company.companyId));
    next = page._links.next?.href;
    if (!next && ids.length !== page.totalResults) throw new Error(`found ${ids.length} of ${page.totalResults}`);
  }
  return ids;
}
