import { runNamed } from '../../bench/report.ts';
import { killDuringWrites } from './kill-during-writes.ts';

/** `npm run chaos -- NAME [--json]`: breaks the real program on an own PostgreSQL and tells whether the bars hold. */
await runNamed('chaos', { writes: killDuringWrites });
