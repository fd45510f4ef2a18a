// The answers of OpenRosa 1.0: form list, manifest, and what is said of a submission. Shapes and headers are those that
// Collect reads (docs/collect.md).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../plugins/origin-of.ts';
import { form } from './xform.ts';
import { element, type Xml, xmlDocument } from './xml.ts';

const xmlType = 'text/xml; charset=utf-8';

/** A file that belongs to the form. */
export interface FormFile {
  name: string;
  md5: string;
  /** An entity list: the phone changes its entries when a form is finished. Others are plain files to it. */
  isEntityList: boolean;
}

/** Where this server is, as the phone reached it: OpenRosa has whole addresses in its answers. */
export const addressOf = (request: FastifyRequest): string => `${originOf(request)}/openrosa`;

export const sendXml = (reply: FastifyReply, root: Xml): FastifyReply =>
  reply.type(xmlType).send(xmlDocument(root));

export const formList = (address: string): Xml =>
  element(
    'xforms',
    { xmlns: 'http://openrosa.org/xforms/xformsList' },
    element(
      'xform',
      {},
      element('formID', {}, form.id),
      element('name', {}, form.name),
      element('version', {}, form.version),
      element('hash', {}, `md5:${form.md5}`),
      element('downloadUrl', {}, `${address}/forms/${form.id}.xml`),
      element('manifestUrl', {}, `${address}/manifests/${form.id}.xml`),
    ),
  );

export const manifest = (address: string, files: readonly FormFile[]): Xml =>
  element(
    'manifest',
    { xmlns: 'http://openrosa.org/xforms/xformsManifest' },
    ...files.map(({ name, md5, isEntityList }) =>
      element(
        'mediaFile',
        { type: isEntityList ? 'entityList' : undefined },
        element('filename', {}, name),
        element('hash', {}, `md5:${md5}`),
        element('downloadUrl', {}, `${address}/lists/${name}`),
      ),
    ),
  );

const response = (...content: readonly Xml[]): Xml =>
  element('OpenRosaResponse', { xmlns: 'http://openrosa.org/http/response' }, ...content);

/** A refusal: Collect shows the message. */
export const refused = (message: string): Xml =>
  response(element('message', { nature: 'error' }, message));

/** A stored report. */
interface Stored {
  id: number;
  submission_id: string;
  was_assigned: boolean;
  photo_sha256: string | null;
}

/** What Collect shows of a submission; beside it, for other clients, what the device API answers. */
export const accepted = (message: string, stored: Stored): Xml =>
  response(
    element('message', { nature: 'submit_success' }, message),
    element('submissionMetadata', {
      xmlns: 'http://www.opendatakit.org/xforms',
      id: form.id,
      instanceID: `uuid:${stored.submission_id}`,
      report: String(stored.id),
      was_assigned: String(stored.was_assigned),
      photo_sha256: stored.photo_sha256 ?? undefined,
    }),
  );
