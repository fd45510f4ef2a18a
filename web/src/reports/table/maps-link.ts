// The link of a coordinate (R25).
const googleMaps = 'https://www.google.com/maps?q={lat},{lng}';

/** The URL of a position in the maps service; undefined without a position. */
export const mapsLink = (
  template: string | null,
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): string | undefined =>
  latitude === null || longitude === null
    ? undefined
    : (template ?? googleMaps)
        .replaceAll('{lat}', String(latitude))
        .replaceAll('{lng}', String(longitude));
