import { buildSite } from './build/build-site.ts';

/**
 * `npm run docs` builds the documentation; `npm run docs -- check [--json] [--quick]` also checks it; `npm run docs --
 * shots --to FOLDER [PAGE …]` takes screenshots.
 */
const [command = 'build', ...flags] = process.argv.slice(2);
if (command === 'build') {
  const { seconds } = await buildSite();
  console.log(`site/dist was built in ${seconds.toFixed(1)} s.`);
} else if (command === 'check') {
  const { checkSite } = await import('./check/check-site.ts');
  process.exitCode = await checkSite({ isJson: flags.includes('--json'), isQuick: flags.includes('--quick') });
} else if (command === 'shots' && flags[0] === '--to' && flags[1] !== undefined) {
  const { takeShots } = await import('./check/take-shots.ts');
  process.exitCode = await takeShots({ to: flags[1], only: flags.length > 2 ? flags.slice(2) : undefined });
} else {
  console.error('Usage: npm run docs [-- check [--json] [--quick] | -- shots --to FOLDER [PAGE …]]');
  process.exitCode = 1;
}
