const parts = {
  portal: { title: 'The portal is not built', what: 'The portal', command: 'npm run portal' },
  docs: { title: 'The documentation is not built', what: 'The documentation', command: 'npm run docs' },
};

/** This page is served if the portal or the documentation was not built. It explains how to build it. */
export function buildMissingPage(part: keyof typeof parts): string {
  const { title, what, command } = parts[part];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Daybook: ${title.toLowerCase()}</title>
<h1>${title}</h1>
<p>Daybook is running and its API works. ${what} must be built once, with this command in the program folder:</p>
<pre>${command}</pre>
<p>Then reload this page. <a href="/openapi.json">The OpenAPI document</a> does not need to be built.</p>
</html>
`;
}
