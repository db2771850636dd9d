/** In the place of a portal that was not built: says how to build it. */
export function buildMissingPage(): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Daybook: the portal is not built</title>
<h1>The portal is not built</h1>
<p>Daybook runs, and its API answers. Its pages are made once, by this command in the folder of the program:</p>
<pre>npm run portal</pre>
<p>Then load this page again. <a href="/docs">The reference of the API</a> needs no building.</p>
</html>
`;
}
