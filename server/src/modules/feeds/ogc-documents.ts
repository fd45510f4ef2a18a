// Documents of OGC API – Features, Part 1: Core (OGC 17-069r4): landing page, conformance, collections, API definition.
import manifest from '../../../../package.json' with { type: 'json' };

export const mediaTypes = {
  json: 'application/json',
  features: 'application/geo+json',
  openApi: 'application/vnd.oai.openapi+json;version=3.0',
} as const;

const classes = 'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf';
const wgs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

/** Features in a page. */
export const pageSizes = { standard: 1000, most: 10_000 } as const;

interface Link {
  href: string;
  rel: string;
  type: string;
  title?: string;
}

const link = (href: string, rel: string, type: string = mediaTypes.json, title?: string): Link => ({
  href,
  rel,
  type,
  ...(title !== undefined && { title }),
});

export interface Collection {
  id: string;
  title: string;
  description: string;
}

export const reportsCollection: Collection = {
  id: 'reports',
  title: 'Reports',
  description:
    'Current property reports, newest first. The filters of the report list are parameters too.',
};

/** Description of the collection with a circle's units. */
export const pinsCollection = (id: number, circle: string): Collection => ({
  id: `pins-${id}`,
  title: `Pins of ${circle}`,
  description: `The parcel list of ${circle}, each pin at the place of its current report.`,
});

export const landingPage = (root: string) => ({
  title: 'Field survey',
  description: 'Reports and pins of a field property survey.',
  links: [
    link(root, 'self'),
    link(`${root}/api`, 'service-desc', mediaTypes.openApi, 'The definition of this API'),
    link(`${root}/conformance`, 'conformance'),
    link(`${root}/collections`, 'data'),
  ],
});

export const conformance = {
  conformsTo: ['core', 'geojson', 'oas30'].map((name) => `${classes}/${name}`),
};

export const collectionDocument = (root: string, { id, title, description }: Collection) => ({
  id,
  title,
  description,
  itemType: 'feature',
  crs: [wgs84],
  extent: { spatial: { bbox: [[-180, -90, 180, 90]], crs: wgs84 } },
  links: [
    link(`${root}/collections/${id}`, 'self'),
    link(`${root}/collections/${id}/items`, 'items', mediaTypes.features, title),
  ],
});

export const collectionsDocument = (root: string, collections: readonly Collection[]) => ({
  links: [link(`${root}/collections`, 'self')],
  collections: collections.map((one) => collectionDocument(root, one)),
});

const parameter = (name: string, schema: object, description: string) => ({
  name,
  in: 'query',
  required: false,
  style: 'form',
  explode: false,
  description,
  schema,
});

const parameters = [
  parameter(
    'bbox',
    { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 },
    'West, south, east, north in degrees (CRS84).',
  ),
  parameter(
    'datetime',
    { type: 'string' },
    'An instant or an interval of RFC 3339, of the capture.',
  ),
  parameter(
    'limit',
    { type: 'integer', minimum: 1, maximum: pageSizes.most, default: pageSizes.standard },
    'Most features of a page.',
  ),
];

const answer = (type: string) => ({
  200: { description: 'OK', content: { [type]: { schema: { type: 'object' } } } },
});

const get = (
  type: string,
  summary: string,
  query: readonly object[] = [],
  path: readonly string[] = [],
) => ({
  get: {
    summary,
    parameters: [
      ...path.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...query,
    ],
    responses: answer(type),
  },
});

/** The API definition in OpenAPI 3.0, which the standard requires. */
export const apiDefinition = (root: string) => ({
  openapi: '3.0.3',
  info: { title: 'Field survey, OGC API – Features', version: manifest.version },
  servers: [{ url: root }],
  security: [{ basic: [] }, { bearer: [] }],
  paths: {
    '/': get(mediaTypes.json, 'Landing page'),
    '/conformance': get(mediaTypes.json, 'What this API conforms to'),
    '/collections': get(mediaTypes.json, 'All collections'),
    '/collections/{collection}': get(mediaTypes.json, 'One collection', [], ['collection']),
    '/collections/{collection}/items': get(
      mediaTypes.features,
      'Features of a collection, page by page',
      parameters,
      ['collection'],
    ),
    '/collections/{collection}/items/{feature}': get(
      mediaTypes.features,
      'One feature',
      [],
      ['collection', 'feature'],
    ),
  },
  components: {
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  },
});
