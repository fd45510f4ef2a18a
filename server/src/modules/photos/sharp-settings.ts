// Settings of the picture library: three formats and no others, whatever a file claims to be.
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});
// No picture is decoded twice: a cache would only hold memory.
sharp.cache(false);
// Two pictures are decoded at a time (thumbnails.ts), each on one processor; the others are for requests.
sharp.concurrency(1);

export { sharp };
