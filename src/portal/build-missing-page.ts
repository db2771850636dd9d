/** This page is served if the portal was not built. It explains how to build the portal. */
export function buildMissingPage(): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Daybook: the portal is not built</title>
<h1>The portal is not built</h1>
<p>Daybook is running and its API works. The portal must be built once, with this command in the program folder:</p>
<pre>npm run portal</pre>
<p>Then reload this page. <a href="/docs">The API reference</a> does not need to be built.</p>
</html>
`;
}
