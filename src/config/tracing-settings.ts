import { optionalUrl, share } from './setting.ts';

/** Settings for traces. The exporter also reads OpenTelemetry's own variables, such as OTEL_EXPORTER_OTLP_HEADERS. */
export const tracingSettings = {
  tracesUrl: optionalUrl({
    variable: 'DAYBOOK_TRACES_URL',
    fallback: '',
    example: 'http://collector.internal:4318/v1/traces',
    help: 'URL of an OpenTelemetry collector that receives traces (OTLP over HTTP, protobuf). Default: no traces are recorded.',
  }),
  tracesShare: share({
    variable: 'DAYBOOK_TRACES_SHARE',
    fallback: 1,
    example: '0.1',
    help: 'Share of requests and jobs that are traced, from 0 to 1. The trace id decides whether a trace is recorded, so all processes record the same traces.',
  }),
};
