// Photos are fetched from the storage path plus a report's `picture_path` (spec 7, R22).
import { z } from 'zod';
import { defineCall } from './call.ts';

export const photo = defineCall({
  name: 'photo',
  module: 'photos',
  method: 'GET',
  path: '/storage/*',
  access: 'public',
  circles: 'answer',
  keyScope: 'photos',
  summary:
    "A photo, or its thumbnail with size=thumbnail. Needs the signature of picture_path or an administrator's token.",
  input: {
    params: z.object({ '*': z.string().max(300) }),
    query: z.object({
      day: z.string().max(20).optional(),
      signature: z.string().max(200).optional(),
      size: z.enum(['thumbnail']).optional(),
    }),
  },
  reply: { kind: 'stream', types: ['image/jpeg', 'image/png', 'image/webp'] },
  errors: ['link-not-valid', 'not-found', 'invalid-input', 'photo-damaged', 'unavailable'],
  example: { params: { '*': '0f/0f1e2d3c4b5a69788796a5b4c3d2e1f0.jpg' } },
});
