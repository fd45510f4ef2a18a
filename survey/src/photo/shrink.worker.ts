// Makes a photo small, away from the page: decoding 12 megapixels takes a weak phone a second.
const longSide = 2000;
const quality = 0.8;

export interface ShrinkJob {
  bytes: ArrayBuffer;
  type: string;
}
export type ShrinkReply = { bytes: ArrayBuffer; type: string; sha256: string } | { error: string };

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const shrink = async ({ bytes, type }: ShrinkJob): Promise<ShrinkReply> => {
  const whole = await createImageBitmap(new Blob([bytes], { type }), {
    imageOrientation: 'from-image',
  });
  const scale = Math.min(1, longSide / Math.max(whole.width, whole.height));
  const canvas = new OffscreenCanvas(
    Math.round(whole.width * scale),
    Math.round(whole.height * scale),
  );
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('No canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, 0, 0, canvas.width, canvas.height);
  whole.close();
  const small = await (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer();
  return {
    bytes: small,
    type: 'image/jpeg',
    sha256: hex(await crypto.subtle.digest('SHA-256', small)),
  };
};

addEventListener('message', async ({ data }: MessageEvent<ShrinkJob>) => {
  const reply = await shrink(data).catch((error: unknown) => ({ error: String(error) }));
  (postMessage as (message: ShrinkReply, transfer: Transferable[]) => void)(
    reply,
    'bytes' in reply ? [reply.bytes] : [],
  );
});
