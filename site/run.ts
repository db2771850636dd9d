import { buildSite } from './build/build-site.ts';

/** `npm run docs` builds the documentation; `npm run docs -- check [--json] [--quick]` also checks it. */
const [command = 'build', ...flags] = process.argv.slice(2);
if (command === 'build') {
  const { seconds } = await buildSite();
  console.log(`site/dist was built in ${seconds.toFixed(1)} s.`);
} else if (command === 'check') {
  const { checkSite } = await import('./check/check-site.ts');
  process.exitCode = await checkSite({ isJson: flags.includes('--json'), isQuick: flags.includes('--quick') });
} else {
  console.error('Usage: npm run docs [-- check [--json] [--quick]]');
  process.exitCode = 1;
}
