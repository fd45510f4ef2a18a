// Attacks with submitted photos, and with requests for thumbnails.
import { randomUUID } from 'node:crypto';
import { calls } from '@survey/contract';
import { fillBytes, interlacedPng, jpegOfScans } from '@survey/field/photos/picture-bombs.ts';
import { type Attack, flood, type Request, send, type Target } from './attack.ts';

/** A submission for a circle that does not exist. */
const invented = async (target: Target, photo?: Buffer): Promise<Request> => {
  const form = new FormData();
  const fields = {
    submission_id: randomUUID(),
    circle: `Invented ${randomUUID()}`,
    pin: '1',
    info: 'x',
    land: 'Residential',
    latitude: '31.5',
    longitude: '74.3',
    capture_time: new Date().toISOString(),
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (photo) form.set('photo', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  const body = new Response(form);
  return {
    path: calls.submitReport.path,
    method: 'POST',
    token: target.phone,
    headers: { 'content-type': body.headers.get('content-type') as string },
    body: Buffer.from(await body.arrayBuffer()),
  };
};

/** Links to the newest photos, as the report page has them. */
const newestPhotos = async (target: Target, signal: AbortSignal): Promise<string[]> => {
  const path = `${calls.allReports.path}?per_page=50`;
  const { text } = await send(target, { path, token: target.administrator }, signal);
  return [...text.matchAll(/"picture_path":"([^"]+)"/g)].map(([, link]) => {
    const url = new URL(`/storage/${link}`, target.url);
    url.searchParams.set('size', 'thumbnail');
    return url.pathname + url.search;
  });
};

/** Submits it over a few connections while as many request the newest thumbnails. */
const submitAndView =
  (make: (target: Target) => Buffer | Promise<Buffer>): Attack['run'] =>
  async (target, signal, seen) => {
    const photo = await make(target);
    const submitting = flood(target, signal, seen, 4, () => invented(target, photo));
    const viewing = flood(target, signal, seen, 4, async (turn) => {
      const links = await newestPhotos(target, signal);
      const path = links[turn % Math.max(1, links.length)] ?? calls.allReports.path;
      return { path, token: target.administrator };
    });
    await Promise.all([submitting, viewing]);
  };

const edge = ({ scale }: Target) => Math.round(10_000 * Math.sqrt(scale));

export const photoAttacks: Attack[] = [
  {
    name: 'interlaced PNGs of 100 megapixels, and their thumbnails',
    by: 'a phone',
    answers: [0, 200, 422, 429, 503],
    run: submitAndView((target) => interlacedPng(edge(target), edge(target))),
  },
  {
    name: 'progressive JPEGs of 80 scans, and their thumbnails',
    by: 'a phone',
    answers: [0, 200, 422, 429, 503],
    run: submitAndView((target) => jpegOfScans(edge(target), 80)),
  },
  {
    name: 'photos of 15 MB of FF bytes',
    by: 'a phone',
    answers: [0, 200, 415, 422, 429, 503],
    run: submitAndView(({ scale }) => fillBytes(Math.round(15_000_000 * scale))),
  },
  {
    name: 'reports for circles that do not exist, 20 connections',
    by: 'a phone',
    answers: [0, 200, 429, 503],
    run: (target, signal, seen) => flood(target, signal, seen, 20, () => invented(target)),
  },
];
