import { calls, roles } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import { own, type Streamed } from '../../plugins/calls.ts';
import { reaching } from '../../plugins/circle-limits.ts';
import { wrongSize } from '../../plugins/photo-damage.ts';
import { isPhotoName, type StoredPhoto } from '../../plugins/photo-store.ts';
import { say } from '../../say.ts';
import type { Services } from '../../services.ts';
import { circlesOfPhoto, findPhotosReport } from './photos.queries.ts';

const types: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

const typeOf = (name: string): string => types[name.slice(name.lastIndexOf('.') + 1)] as string;

/** A link is valid for three days at most, and a photo never changes. */
const signedCaching = 'private, max-age=259200, immutable';

const headersFor = (
  config: Services['config'],
  { name, isSigned }: { name: string; isSigned: boolean },
): Record<string, string> => ({
  'cache-control': isSigned ? signedCaching : 'private, no-cache',
  // The name is ours: random, with the extension of the content.
  'content-disposition': `inline; filename="${name.slice(name.lastIndexOf('/') + 1)}"`,
  // A console of another origin shows these pictures (R22).
  ...(config.CORS_ORIGINS.length > 0 && { 'cross-origin-resource-policy': 'cross-origin' }),
});

const streamed = (photo: StoredPhoto, type: string, headers: Record<string, string>): Streamed => ({
  type,
  body: photo.body,
  length: photo.bytes,
  headers,
});

/**
 * The photo, if its length is that of the received one.
 * @throws AppError not-found, photo-damaged
 */
const openWhole = async ({ photos, database }: Services, name: string): Promise<StoredPhoto> => {
  const came = await findPhotosReport(database.db, name);
  const photo = await photos.open(name);
  if (!photo) throw new AppError('not-found', say('no-photo'));
  const problem = came && wrongSize(photo.bytes, came);
  if (!problem) return photo;
  photo.body.destroy();
  const cause = new Error(`${name}: ${problem}`);
  throw new AppError('photo-damaged', say('photo-damaged'), { cause });
};

/** A limited administrator may open only photos of reports in their circles. Others answer as if they did not exist. */
const isWithinReach = async (
  { database }: Services,
  actor: Actor,
  name: string,
): Promise<boolean> =>
  !actor.circles || (await circlesOfPhoto(database.db, name)).some(reaching(actor));

export const photoRoutes = {
  photo: own(calls.photo, async ({ actor, services, request }, { params, query }) => {
    const name = params['*'];
    const isSigned = await services.linkKeys.isSigned(name, query);
    if (!isSigned && actor.role_id !== roles.administrator) {
      throw new AppError('link-not-valid', say('photo-link'));
    }
    if (!isPhotoName(name) || !(await isWithinReach(services, actor, name)))
      throw new AppError('not-found', say('no-photo'));
    const headersOf = (fileName: string) =>
      headersFor(services.config, { name: fileName, isSigned });
    if (query.size === 'thumbnail') {
      const small = await services.thumbnails
        .open({
          name,
          report: () => findPhotosReport(services.database.db, name),
          isWanted: () => !request.raw.socket.destroyed,
        })
        .catch((error: Error) => {
          if (error.cause) request.log.warn({ err: error, photo: name }, 'no thumbnail is made');
          throw error;
        });
      return streamed(small, 'image/webp', headersOf(name.replace(/\.\w+$/, '.webp')));
    }
    const photo = await openWhole(services, name);
    return streamed(photo, typeOf(name), headersOf(name));
  }),
};
