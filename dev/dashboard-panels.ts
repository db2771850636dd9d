/** What the Grafana dashboard shows, row by row. `$job` is the installation that is chosen at its top. */
export type Panel = {
  title: string;
  /** Explains the panel; shown behind the "i" in its corner. */
  about: string;
  unit: 'short' | 's' | 'bytes' | 'reqps' | 'percentunit' | 'ops';
  /** The number is red from this value on. Only in a row of numbers. */
  redFrom?: number;
  /** PromQL and the name of its lines. */
  lines: readonly (readonly [expr: string, legend: string])[];
};

const requests = 'job="$job",route!~"/health/.*|/metrics"';

const oneNumber: Panel[] = [
  {
    title: 'Workers',
    about: 'Processes with the role worker or all that have sent a heartbeat in the last 5 s.',
    unit: 'short',
    lines: [['max(sum by (instance) (daybook_processes{job="$job",role=~"worker|all"}))', 'workers']],
  },
  {
    title: 'API processes',
    about: 'Processes with the role api or all that have sent a heartbeat in the last 5 s.',
    unit: 'short',
    lines: [['max(sum by (instance) (daybook_processes{job="$job",role=~"api|all"}))', 'processes']],
  },
  {
    title: 'Requests with 5xx',
    about: 'Share of the requests that failed.',
    unit: 'percentunit',
    redFrom: 0.01,
    lines: [
      [
        `sum(rate(daybook_http_request_seconds_count{status=~"5..",${requests}}[$__rate_interval])) / sum(rate(daybook_http_request_seconds_count{${requests}}[$__rate_interval]))`,
        '5xx',
      ],
    ],
  },
  {
    title: 'Oldest due delivery',
    about: 'How long the webhook that is most overdue has waited. Retries that are not due yet do not count.',
    unit: 's',
    redFrom: 300,
    lines: [['max(daybook_deliveries_oldest_due_seconds{job="$job"})', 'age']],
  },
  {
    title: 'Failing consumers',
    about: 'Consumers that have rejected every delivery for an hour or longer.',
    unit: 'short',
    redFrom: 1,
    lines: [['max(daybook_consumers{job="$job",state="failing"})', 'consumers']],
  },
  {
    title: 'Unknown pushes',
    about: 'Pushes whose outcome a person must find out.',
    unit: 'short',
    redFrom: 1,
    lines: [['max(daybook_pushes{job="$job",step="unknown"})', 'pushes']],
  },
];

const ofRequests: Panel[] = [
  {
    title: 'Requests',
    about: 'Requests per second by status. Probes and metrics are not counted.',
    unit: 'reqps',
    lines: [
      [`sum by (status) (rate(daybook_http_request_seconds_count{${requests}}[$__rate_interval]))`, '{{status}}'],
    ],
  },
  {
    title: 'Duration of reads',
    about: 'p50, p95 and p99 of GET requests, without streams and requests that wait on purpose.',
    unit: 's',
    lines: [0.5, 0.95, 0.99].map((share) => [
      `histogram_quantile(${share}, sum by (le) (rate(daybook_http_request_seconds_bucket{job="$job",method="GET",route!~"/health/.*|/metrics|/live|.*/changes|.*/options/.*"}[$__rate_interval])))`,
      `p${share * 100}`,
    ]),
  },
  {
    title: 'Slowest routes',
    about: 'p95 of the five slowest routes.',
    unit: 's',
    lines: [
      [
        `topk(5, histogram_quantile(0.95, sum by (method, route, le) (rate(daybook_http_request_seconds_bucket{${requests}}[$__rate_interval]))))`,
        '{{method}} {{route}}',
      ],
    ],
  },
];

const ofWebhooks: Panel[] = [
  {
    title: 'Delivery attempts',
    about: 'Attempts per second by outcome.',
    unit: 'ops',
    lines: [['sum by (outcome) (rate(daybook_delivery_attempts_total{job="$job"}[$__rate_interval]))', '{{outcome}}']],
  },
  {
    title: 'Pending deliveries',
    about: 'Also those that wait for a retry; counted up to 100,000.',
    unit: 'short',
    lines: [
      ['max(daybook_deliveries_pending{job="$job"})', 'pending'],
      ['sum(daybook_deliveries_in_flight{job="$job"})', 'in flight'],
      ['sum(daybook_deliveries_unrecorded{job="$job"})', 'outcome not stored'],
    ],
  },
  {
    title: 'Age of the oldest due delivery',
    about: 'Consumers, and the rules of the older webhooks.',
    unit: 's',
    lines: [
      ['max(daybook_deliveries_oldest_due_seconds{job="$job"})', 'consumers'],
      ['max(daybook_alerts_oldest_due_seconds{job="$job"})', 'rules'],
    ],
  },
];

const ofData: Panel[] = [
  {
    title: 'Unfinished syncs',
    about: 'Queued, fetching, waiting and publishing.',
    unit: 'short',
    lines: [['max by (platform, status) (daybook_syncs{job="$job"})', '{{platform}} {{status}}']],
  },
  {
    title: 'Syncs that ended',
    about: 'Per second, by platform and status.',
    unit: 'ops',
    lines: [
      [
        'sum by (platform, status) (rate(daybook_syncs_ended_total{job="$job"}[$__rate_interval])) > 0',
        '{{platform}} {{status}}',
      ],
    ],
  },
  {
    title: 'Jobs',
    about: 'Jobs that are ready and jobs that run, by queue.',
    unit: 'short',
    lines: [['max by (queue, state) (daybook_jobs{job="$job",state=~"ready|active"}) > 0', '{{queue}} {{state}}']],
  },
  {
    title: 'Job runs that failed',
    about: 'Per second, by queue. They are retried.',
    unit: 'ops',
    lines: [
      ['sum by (queue) (rate(daybook_job_runs_total{job="$job",outcome="failed"}[$__rate_interval]))', '{{queue}}'],
    ],
  },
  {
    title: 'Unfinished pushes',
    about: 'By step; those with the step "unknown" need a person.',
    unit: 'short',
    lines: [['max by (step) (daybook_pushes{job="$job"})', '{{step}}']],
  },
  {
    title: 'Connections without authorization',
    about: 'Connections whose platform no longer accepts the authorization.',
    unit: 'short',
    lines: [['max(daybook_connections_deauthorized{job="$job"})', 'connections']],
  },
];

const ofProcesses: Panel[] = [
  {
    title: 'CPU',
    about: 'Cores in use, by process. Requests, deliveries and jobs share one thread: 1 is full.',
    unit: 'short',
    lines: [['rate(daybook_process_cpu_seconds_total{job="$job"}[$__rate_interval])', '{{instance}}']],
  },
  {
    title: 'Memory',
    about: 'Resident memory, by process.',
    unit: 'bytes',
    lines: [['daybook_process_resident_memory_bytes{job="$job"}', '{{instance}}']],
  },
  {
    title: 'Event loop',
    about: 'For how long a process did nothing else (p99 since the last scrape). 0.1 s is normal.',
    unit: 's',
    lines: [['daybook_nodejs_eventloop_lag_p99_seconds{job="$job"}', '{{instance}}']],
  },
  {
    title: 'Heartbeat',
    about: 'Time since PostgreSQL last answered, by process.',
    unit: 's',
    lines: [['daybook_heartbeat_age_seconds{job="$job"}', '{{instance}}']],
  },
  {
    title: 'Connections to PostgreSQL',
    about: 'Of each pool, and of the server with its limit.',
    unit: 'short',
    lines: [
      ['daybook_database_connections{job="$job",state=~"total|waiting"}', '{{instance}} {{state}}'],
      ['max by (state) (daybook_database_server_connections{job="$job"})', 'server {{state}}'],
    ],
  },
  {
    title: 'Size of the database',
    about: 'On disk, with indexes.',
    unit: 'bytes',
    lines: [['max(daybook_database_size_bytes{job="$job"})', 'size']],
  },
];

/** `isNumbers`: the panels show the latest value as a number instead of lines over time. */
export type DashboardRow = { title: string; panels: readonly Panel[]; isNumbers?: boolean };

export const rows: readonly DashboardRow[] = [
  { title: 'At a glance', panels: oneNumber, isNumbers: true },
  { title: 'Requests', panels: ofRequests },
  { title: 'Webhooks', panels: ofWebhooks },
  { title: 'Syncs, jobs and pushes', panels: ofData },
  { title: 'Processes and database', panels: ofProcesses },
];
