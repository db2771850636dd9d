import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildSiteIfStale, dist } from '../build/build-site.ts';
import { checkBrowser } from './check-browser.ts';
import { checkLinks } from './check-links.ts';
import { runGuides } from './run-guides.ts';

const bars = { sizeMb: 15, buildSeconds: 60, searchMs: 100 };

/**
 * Builds the site if a source has changed, checks it and prints the figures. The result is the exit code. The quick form
 * runs on CI, on machines of any speed: it prints times, but does not fail because of them.
 */
export async function checkSite({ isJson, isQuick }: { isJson: boolean; isQuick: boolean }): Promise<number> {
  const { seconds } = await buildSiteIfStale();
  const links = await checkLinks(dist);
  const { searchMs, resultsMin, misplaced, faults } = await checkBrowser(dist);
  const { snippets, reference } = await runGuides({ isQuick });
  const sizes = globSync('**/*', { cwd: dist }).map((path) => statSync(join(dist, path)));
  const sizeMb = sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0) / 1e6;
  const problems = [
    ...links.broken.map((link) => `broken link: ${link}`),
    ...misplaced.map((one) => `a search has another first result: ${one}`),
    ...faults.map((fault) => `in the browser: ${fault}`),
    ...reference.failures.map((failure) => `a call of the reference fails: ${failure}`),
    ...snippets.failures.map((failure) => `a code block fails: ${failure}`),
    sizeMb > bars.sizeMb && `the site has ${sizeMb.toFixed(1)} MB, more than ${bars.sizeMb}`,
    !isQuick && seconds > bars.buildSeconds && `the build took ${seconds.toFixed(0)} s, more than ${bars.buildSeconds}`,
    !isQuick && searchMs.p90 > bars.searchMs && `searches take ${searchMs.p90} ms (p90), more than ${bars.searchMs}`,
    resultsMin === 0 && 'a search found nothing',
  ].filter((problem) => typeof problem === 'string');
  const figures = {
    pages: links.pages,
    links: { internal: links.links, anchors: links.anchors, outside: links.outside, broken: links.broken.length },
    snippets: { ...snippets, failures: snippets.failures.length },
    referenceCalls: { ...reference, failures: reference.failures.length },
    sizeMb: Number(sizeMb.toFixed(1)),
    buildSeconds: seconds === 0 ? 'not built again' : Number(seconds.toFixed(1)),
    searchMs,
    isQuick,
  };
  for (const problem of problems) console.error(problem);
  if (isJson) console.log(JSON.stringify({ ...figures, isMet: problems.length === 0 }));
  else console.log(figures, problems.length === 0 ? 'All is as it should be.' : `${problems.length} problems.`);
  return problems.length === 0 ? 0 : 1;
}
