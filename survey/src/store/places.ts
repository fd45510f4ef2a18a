// Where reports of a circle's pins were made: for the map without a network.
import { tellChange } from './changes.ts';
import { phoneDatabase, type StoredPlaces } from './database.ts';

export const placesOfCircle = async (
  username: string,
  circle: string,
): Promise<StoredPlaces | undefined> => (await phoneDatabase(username)).get('places', circle);

export const keepPlaces = async (
  username: string,
  circle: string,
  places: StoredPlaces['places'],
): Promise<void> => {
  await (await phoneDatabase(username)).put('places', { circle, places, fetchedAt: Date.now() });
  tellChange();
};
