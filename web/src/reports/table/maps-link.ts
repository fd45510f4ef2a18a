// Where a coordinate opens (R25).
const googleMaps = 'https://www.google.com/maps?q={lat},{lng}';

/** The address of a maps service at a place; undefined where the place is not known. */
export const mapsLink = (
  template: string | null,
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): string | undefined =>
  latitude === null || longitude === null
    ? undefined
    : (template ?? googleMaps)
        .replaceAll('{lat}', String(latitude))
        .replaceAll('{lng}', String(longitude));
