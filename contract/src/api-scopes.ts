// What an API key may read.

/** Owners' names of the parcel list are personal data, so they are asked for apart. */
export const apiScopes = ['reports', 'photos', 'units', 'owner-names'] as const;
export type ApiScope = (typeof apiScopes)[number];
