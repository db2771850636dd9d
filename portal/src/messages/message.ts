import type { IntlMessageFormat } from 'intl-messageformat';

/**
 * The build compiles texts with placeholders (`vite.config.ts`), so that browsers do not load the parser of ICU
 * messages.
 */
export type Message = string | ReturnType<IntlMessageFormat['getAst']>;
