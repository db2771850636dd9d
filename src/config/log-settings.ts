import { integer } from './setting.ts';

/** Settings of the logs that the portal shows: requests to the API, and calls to platforms. */
export const logSettings = {
  requestLogDays: integer({
    variable: 'DAYBOOK_REQUEST_LOG_DAYS',
    fallback: 7,
    min: 0,
    max: 365,
    example: '7',
    help: 'How many days the request log keeps the requests to the API. 0 turns the log off. A request takes about 0.3 kB.',
  }),
  platformCallLogDays: integer({
    variable: 'DAYBOOK_PLATFORM_CALL_LOG_DAYS',
    fallback: 7,
    min: 0,
    max: 365,
    example: '7',
    help: 'How many days the log of calls to platforms is kept. 0 turns the log off. A call takes about 0.4 kB.',
  }),
};
