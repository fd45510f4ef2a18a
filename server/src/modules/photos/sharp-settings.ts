// The picture library as this server uses it: three formats and no others, whatever a file claims to be.
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});
// Every picture is another one: a cache would only hold memory.
sharp.cache(false);
// Pictures are made two at a time (thumbnails.ts); each on one processor, the rest is for requests.
sharp.concurrency(1);

export { sharp };
