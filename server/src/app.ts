// The application: the list of its plugins and modules.
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import { replicaLagHeader, totalPhotosHeader, totalRowsHeader } from '@survey/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database/connection.ts';
import { activityRoutes } from './modules/activity/activity.routes.ts';
import { checksRoutes } from './modules/checks/checks.routes.ts';
import { dashboardRoutes } from './modules/dashboard/dashboard.routes.ts';
import { deviceRoutes } from './modules/device/device.routes.ts';
import { openIngestion } from './modules/device/ingest-reports.commands.ts';
import { exportsRoutes } from './modules/exports/exports.routes.ts';
import { odataRoutes } from './modules/feeds/odata.routes.ts';
import { ogcRoutes } from './modules/feeds/ogc.routes.ts';
import { circlesRoutes } from './modules/lists/circles.routes.ts';
import { pinStatusRoutes } from './modules/lists/pin-status.routes.ts';
import { pinsRoutes } from './modules/lists/pins.routes.ts';
import { liveRoutes } from './modules/live/live.routes.ts';
import { type LiveFeed, openLiveFeed } from './modules/live/live-feed.ts';
import { keepLiveStreams } from './modules/live/live-streams.ts';
import { mapRoutes } from './modules/map/map.routes.ts';
import { openMapArchive } from './modules/map/map-archive.ts';
import { noteRoutes } from './modules/notes/notes.routes.ts';
import { openRosaRoutes } from './modules/openrosa/openrosa.routes.ts';
import { phonesRoutes } from './modules/openrosa/phones.routes.ts';
import { photoRoutes } from './modules/photos/photos.routes.ts';
import { openThumbnails } from './modules/photos/thumbnails.ts';
import { bulkRoutes } from './modules/reports/bulk.routes.ts';
import { reportRoutes } from './modules/reports/reports.routes.ts';
import { reviewRoutes } from './modules/reports/review.routes.ts';
import { queueRoutes } from './modules/review/queue.routes.ts';
import { surveyorRoutes } from './modules/review/surveyor.routes.ts';
import { signInRoutes } from './modules/sign-in/sign-in.routes.ts';
import { unitsRoutes } from './modules/units/units.routes.ts';
import { usersRoutes } from './modules/users/users.routes.ts';
import { viewsRoutes } from './modules/views/views.routes.ts';
import { webhooksRoutes } from './modules/webhooks/webhooks.routes.ts';
import { apiDocs } from './plugins/api-docs.ts';
import { openCallers } from './plugins/callers.ts';
import { type Bindings, bindCalls } from './plugins/calls.ts';
import { answerParserError, answerRouterError, errors } from './plugins/errors.ts';
import { forms } from './plugins/form-parts.ts';
import { watchForwardedAddresses } from './plugins/forwarded-addresses.ts';
import { gracefulShutdown } from './plugins/graceful-shutdown.ts';
import { health } from './plugins/health.ts';
import { lenientParsing, readPairs } from './plugins/lenient-parsing.ts';
import { openLinkKeys } from './plugins/link-keys.ts';
import { loadShedding } from './plugins/load-shedding.ts';
import { loggingOptions, requestIds } from './plugins/logging.ts';
import { metrics } from './plugins/metrics.ts';
import { phoneRate } from './plugins/phone-rate.ts';
import { openPhoneStates } from './plugins/phone-states.ts';
import type { PhotoStore } from './plugins/photo-store.ts';
import { securityHeaders, securityHeadersOf } from './plugins/security-headers.ts';
import { unreadBodies } from './plugins/unread-bodies.ts';
import { webApp } from './plugins/web-app.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Notifies open consoles; periodic jobs use it too. */
    live: LiveFeed;
  }
}

/** Every module's calls. */
export const bindings: Bindings = {
  ...signInRoutes,
  ...dashboardRoutes,
  ...reportRoutes,
  ...reviewRoutes,
  ...noteRoutes,
  ...bulkRoutes,
  ...checksRoutes,
  ...queueRoutes,
  ...surveyorRoutes,
  ...exportsRoutes,
  ...unitsRoutes,
  ...pinStatusRoutes,
  ...usersRoutes,
  ...circlesRoutes,
  ...pinsRoutes,
  ...photoRoutes,
  ...deviceRoutes,
  ...phonesRoutes,
  ...activityRoutes,
  ...liveRoutes,
  ...mapRoutes,
  ...viewsRoutes,
  ...webhooksRoutes,
};

/** Builds the application; it listens only when `listen` is called on it. */
export const buildApp = async (
  config: Config,
  database: Database,
  photos: PhotoStore,
): Promise<FastifyInstance> => {
  const headers = securityHeadersOf(config);
  const app = Fastify({
    ...loggingOptions(config),
    // Only forwarded addresses that our own proxies added are trusted.
    trustProxy: config.TRUST_PROXY > 0 && ((_address, hop) => hop < config.TRUST_PROXY),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: readPairs,
    },
    forceCloseConnections: 'idle',
    frameworkErrors: answerRouterError(headers.usual),
    clientErrorHandler: answerParserError(headers.usual),
    // Slow senders are cut off: headers after 20 s, whole requests after 5 min (plugins/body-chunks.ts is stricter).
    requestTimeout: 5 * 60_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
  });
  const linkKeys = await openLinkKeys(database.db);
  app.addHook('onClose', async () => linkKeys.close());
  const live = openLiveFeed(database.db, database.connect);
  app.decorate('live', live);
  const liveStreams = keepLiveStreams(live, database.db, config);
  app.addHook('preClose', async () => liveStreams.close());
  app.addHook('onClose', () => live.close());
  const addReport = openIngestion(database);
  const thumbnails = openThumbnails(photos);
  app.addHook('onClose', async () => thumbnails.close());
  const mapArchive = openMapArchive(config, app.log);
  void mapArchive.state();
  const forwarded = watchForwardedAddresses(app, config);
  const phoneStates = openPhoneStates(database.db, app.log);
  app.addHook('onClose', phoneStates.flush);
  const services = {
    config,
    database,
    callers: openCallers(database.db, config),
    photos,
    thumbnails,
    mapArchive,
    addReport,
    phoneRate: phoneRate(config),
    phoneStates,
    linkKeys,
    get linkKey() {
      return linkKeys.current;
    },
    live,
    liveStreams,
    forwarded,
  };
  await app.register(gracefulShutdown);
  await app.register(errors);
  await app.register(requestIds);
  await app.register(securityHeaders, { headers });
  if (config.CORS_ORIGINS.length > 0) {
    await app.register(cors, {
      origin: config.CORS_ORIGINS,
      exposedHeaders: [
        'Retry-After',
        'Content-Disposition',
        totalRowsHeader,
        totalPhotosHeader,
        replicaLagHeader,
      ],
    });
  }
  await app.register(rateLimit, { global: false });
  // Exports and photos are not compressed: that takes longer than sending them.
  await app.register(compress, {
    threshold: 1024,
    globalDecompression: false,
    customTypes: /^(application\/json|text\/html|text\/css|text\/javascript|image\/svg\+xml)/,
  });
  await app.register(loadShedding, { services });
  await app.register(forms);
  await app.register(unreadBodies);
  await app.register(lenientParsing);
  await app.register(apiDocs);
  await app.register(health, { services });
  await app.register(metrics, { services });
  bindCalls(app, services, bindings);
  await app.register(openRosaRoutes, { prefix: '/openrosa', services });
  await app.register(ogcRoutes, { prefix: '/ogc', services });
  await app.register(odataRoutes, { prefix: '/odata', services });
  await app.register(webApp, { config });
  return app;
};
