// OpenRosa 1.0 for ODK Collect and KoboCollect: list of forms, form, manifest, lists, submission. A protocol of others:
// its addresses, headers and answers are no calls of the table.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../database/audit.ts';
import { refuseCrossSite } from '../../plugins/cross-site.ts';
import { noteRefusal, notFound, toAppError } from '../../plugins/errors.ts';
import { endIfUnread } from '../../plugins/unread-streams.ts';
import { say } from '../../say.ts';
import type { Services } from '../../services.ts';
import { asFile, streamList } from '../device/list-stream.ts';
import { accepted, addressOf, formList, manifest, refused, sendXml } from './openrosa-answers.ts';
import { phoneAuthentication } from './phone-authentication.ts';
import { openPinFiles } from './pin-files.ts';
import { circlesFile, pinLines } from './pin-list-file.queries.ts';
import { mostSubmissionBytes } from './submission-parts.ts';
import { submitForm } from './submit-form.commands.ts';
import { form, md5 } from './xform.ts';

const csvType = 'text/csv; charset=utf-8';

const surveyorOf = (request: FastifyRequest): Actor & { id: number } =>
  request.actor as Actor & { id: number };

const answerSubmission = async (
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const stored = await submitForm(services, surveyorOf(request), request);
  const whole = say(stored.was_assigned ? 'form-stored' : 'form-stored-unassigned');
  const { text } = stored.isPhotoAwaited ? say('form-awaits-photo') : whole;
  return sendXml(reply.code(stored.isPhotoAwaited ? 202 : 201), accepted(text, stored));
};

const answerError = (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  const known = toAppError(error);
  if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  noteRefusal(known, request);
  reply.removeHeader('connection');
  if (known.status === 401) {
    reply.header('www-authenticate', 'Basic realm="field survey", charset="UTF-8"');
  }
  if (known.status === 408) reply.header('connection', 'close');
  if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter));
  return sendXml(reply.code(known.status), refused(known.message));
};

/** Answers with 304 where the phone has the content already. */
const isUnchanged = (request: FastifyRequest, reply: FastifyReply, md5: string): boolean => {
  const tag = `"${md5}"`;
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  const known = (request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
  return known.some((one) => one.replace(/^W\//, '') === tag);
};

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));

export const openRosaRoutes: FastifyPluginAsync<{ services: Services }> = async (
  app,
  { services },
) => {
  const { database, phoneRate } = services;
  const surveyor = phoneAuthentication(database.db);
  const pinFiles = openPinFiles(database);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request) => {
    throw notFound(request);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-openrosa-version', '1.0');
    reply.header('x-openrosa-accept-content-length', String(mostSubmissionBytes));
    // A browser that was once asked for a password adds it to requests of other sites' pages too.
    refuseCrossSite(request, services.config);
    request.actor = await surveyor(request);
  });
  const config = { call: 'openRosa' };
  const compress = { customTypes: /^text\/(xml|csv)/, threshold: 1024 };

  app.get('/formList', { config, compress }, async (request, reply) =>
    sendXml(reply, formList(addressOf(request))),
  );
  app.get(`/forms/${form.id}.xml`, { config, compress }, async (request, reply) => {
    if (isUnchanged(request, reply, form.md5)) return reply.code(304).send();
    return reply.type('text/xml; charset=utf-8').send(form.xml);
  });
  app.get(`/manifests/${form.id}.xml`, { config, compress }, async (request, reply) => {
    const { id } = surveyorOf(request);
    const [circles, pins] = await Promise.all([circlesFile(database.db, id), pinFiles.md5(id)]);
    const files = [
      { name: 'circles.csv', md5: md5(circles), isEntityList: false },
      { name: 'pins.csv', md5: pins, isEntityList: true },
    ];
    return sendXml(reply, manifest(addressOf(request), files));
  });
  app.get('/lists/circles.csv', { config, compress }, async (request, reply) => {
    const file = await circlesFile(database.db, surveyorOf(request).id);
    if (isUnchanged(request, reply, md5(file))) return reply.code(304).send();
    return reply.type(csvType).send(file);
  });
  app.get('/lists/pins.csv', { config, compress }, async (request, reply) => {
    const { id } = surveyorOf(request);
    if (isUnchanged(request, reply, await pinFiles.md5(id))) return reply.code(304).send();
    const held = takesGzip(request) ? await pinFiles.held(id) : undefined;
    if (held)
      return reply
        .type(csvType)
        .header('content-encoding', 'gzip')
        .header('vary', 'accept-encoding')
        .send(held);
    const body = await streamList(services, request, pinLines(id), asFile);
    reply.type(csvType);
    return reply.send(endIfUnread(reply, body, services.config.READER_PATIENCE_SECONDS));
  });
  // Collect asks before it sends: for its credentials, and for the largest request.
  app.head('/submission', { config }, async (_request, reply) => reply.code(204).send());
  app.post(
    '/submission',
    {
      config: { call: 'openRosaSubmission' },
      compress: false,
      onRequest: async (request) => phoneRate.admit(request, surveyorOf(request).id),
      onResponse: async (request, reply) => phoneRate.settle(request, reply),
    },
    (request, reply) => answerSubmission(services, request, reply),
  );
};
