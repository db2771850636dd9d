import type { Report } from '../report.ts';
import { currentDocuments, publishDocuments } from './publish-documents.ts';
import { readRuns } from './runs.ts';

/** `npm run bench -- publish`: writes docs/benchmarks.md and docs/operating/sizing.md from the runs in bench/results. */
export async function publish(): Promise<Report> {
  await publishDocuments();
  return {
    name: 'publish',
    figures: { runs: readRuns().length, documents: Object.keys(currentDocuments()).join(' ') },
    bars: [],
  };
}
