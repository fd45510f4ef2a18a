// Traces by OpenTelemetry: spans of requests and of database statements, sent over OTLP/HTTP. The packages are loaded
// only where a collector is set; they read the other OTEL_ variables themselves (ADR 93).
import { createRequire } from 'node:module';
import type { Config } from '../config.ts';

/** Ends tracing, after the remaining spans were sent. */
export type StopTracing = () => Promise<void>;

/** For drivers that were imported before the packages: both are CommonJS, so `require` returns the same instance. */
const require = createRequire(import.meta.url);

/** COPY takes no parameters, so its statement contains values, which must not be sent. */
const withoutValues = (statement: string): string =>
  /^\s*copy\b/i.test(statement) ? 'COPY …' : statement;

type Settings = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' | 'OTEL_SDK_DISABLED'
>;

/** Starts tracing if a collector is set. Must be called before the database and the application are opened. */
export const startTracing = async (config: Settings): Promise<StopTracing> => {
  const collector = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!collector || config.OTEL_SDK_DISABLED) return async () => undefined;
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  );
  const { PgInstrumentation } = await import('@opentelemetry/instrumentation-pg');
  const { FastifyOtelInstrumentation } = await import('@fastify/otel');
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'field-survey' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  new PgInstrumentation({
    requireParentSpan: true,
    requestHook: (span, { query }) => {
      span.setAttribute('db.query.text', withoutValues(query.text));
    },
  }).setTracerProvider(provider);
  require('pg');
  new FastifyOtelInstrumentation({
    registerOnInitialization: true,
    instrumentHooks: false,
    requestHook: (span, { method, routeOptions: { url: route = 'other' } }) => {
      span.updateName(`${method} ${route}`);
      // The address itself may contain PINs, names and signatures.
      span.setAttribute('url.path', route);
    },
  }).setTracerProvider(provider);
  return () => provider.shutdown();
};
