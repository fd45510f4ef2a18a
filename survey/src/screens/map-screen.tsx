import { useEffect, useMemo, useRef, useState } from 'react';
import {
  metresBetween,
  type Plan,
  type Point,
  planOf,
  scaleLength,
} from '../place/map-geometry.ts';
import { usePosition } from '../place/use-position.ts';
import { refreshPlaces } from '../send/refresh.ts';
import { listState, pinsOfCircle } from '../store/lists.ts';
import { placesOfCircle } from '../store/places.ts';
import { allReports } from '../store/reports.ts';
import { t } from '../text/text.ts';
import { ScreenHead } from '../ui/screen-head.tsx';
import { useStored } from '../ui/use-stored.ts';
import { isOpenWork, latestReports, stateOf } from '../ui/work-state.ts';
import { type ListedPin, openPin, PinRows } from './pin-rows.tsx';

/** A pin whose place is known: from a report of this phone, of anybody else, or the one that was sent back. */
interface PlacedPin extends ListedPin {
  at: Point;
}

const read = async (username: string, circle: string): Promise<PlacedPin[]> => {
  const [pins, reports, stored, list] = await Promise.all([
    pinsOfCircle(username, circle),
    allReports(username),
    placesOfCircle(username, circle),
    listState(username),
  ]);
  const latest = latestReports(reports);
  const known = new Map<number, Point>();
  for (const [id, latitude, longitude] of stored?.places ?? [])
    known.set(id, { latitude, longitude });
  return pins.flatMap((pin) => {
    const refused = pin.sent_back_report;
    const at =
      latest.get(`${pin.circle}\n${pin.pin}`)?.place ??
      known.get(pin.id) ??
      (refused?.latitude != null && refused.longitude != null
        ? { latitude: refused.latitude, longitude: refused.longitude }
        : undefined);
    return at ? [{ pin, at, state: stateOf(pin, latest, list?.refreshedAt ?? 0) }] : [];
  });
};

/** Metres around the surveyor. */
const nearMetres = 150;
/** Pins that are listed under the map. */
const listed = 8;

interface DrawnMap {
  pins: readonly PlacedPin[];
  me: (Point & { accuracy: number }) | undefined;
  plan: Plan;
}

const draw = (canvas: HTMLCanvasElement, { pins, me, plan }: DrawnMap): void => {
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(`--${name}`);
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const dot = ({ x, y }: { x: number; y: number }, radius: number, fill: string, line: string) => {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = line;
    context.stroke();
  };
  if (me) {
    context.globalAlpha = 0.18;
    dot(
      plan.place(me),
      Math.max(8, me.accuracy / plan.metresPerPixel),
      colour('accent'),
      colour('accent'),
    );
    context.globalAlpha = 1;
  }
  for (const { at, state } of pins) {
    // A ring is left, a disc is done: distinguishable without colours too.
    const isLeft = isOpenWork(state);
    const tone = state === 'sent-back' || state === 'refused' ? 'warning' : isLeft ? 'ink' : 'good';
    dot(plan.place(at), 6, isLeft ? colour('ground') : colour(tone), colour(tone));
  }
  if (me) dot(plan.place(me), 7, colour('accent'), colour('ground'));
};

/** Own position and the pins whose place is known, drawn to scale: no map files, no network. */
export const MapScreen = ({ username, circle }: { username: string; circle: string }) => {
  const [isNear, setNear] = useState(false);
  const [width, setWidth] = useState(320);
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const pins = useStored(`map ${username}\n${circle}`, () => read(username, circle));
  const position = usePosition(true);
  const me = position.kind === 'found' ? position.place : undefined;
  const size = useMemo(() => ({ width, height: Math.round(width * 1.05) }), [width]);
  const plan = useMemo(() => {
    if (!pins) return undefined;
    const points = [...pins.map(({ at }) => at), ...(me ? [me] : [])];
    return planOf(points, size, isNear && me ? { centre: me, radius: nearMetres } : undefined);
  }, [pins, me, size, isNear]);

  useEffect(() => {
    void refreshPlaces(circle).catch(console.error);
  }, [circle]);
  useEffect(() => {
    if (!frame.current) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.round(entry.contentRect.width));
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current && pins && plan) draw(canvas.current, { pins, me, plan });
  }, [pins, me, plan]);

  const nearest = useMemo(() => {
    if (!pins) return [];
    const open = pins.filter(({ state }) => isOpenWork(state));
    if (!me) return open.slice(0, listed);
    return open
      .map((pin) => ({ ...pin, metres: Math.round(metresBetween(pin.at, me)) }))
      .sort((one, other) => one.metres - other.metres)
      .slice(0, listed);
  }, [pins, me]);

  const tap = (event: React.PointerEvent<HTMLCanvasElement>) => {
    if (!plan || !pins) return;
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let best: { pin: PlacedPin; pixels: number } | undefined;
    for (const pin of pins) {
      const drawn = plan.place(pin.at);
      const pixels = Math.hypot(drawn.x - x, drawn.y - y);
      if (pixels < 24 && pixels < (best?.pixels ?? 24)) best = { pin, pixels };
    }
    if (best) void openPin(username, best.pin.pin);
  };
  const scale = plan && scaleLength(plan.metresPerPixel, width / 3);

  return (
    <main>
      <ScreenHead title={t('Map of {circle}', { circle })} />
      <fieldset className="choice" aria-label={t('What the map shows')}>
        <button type="button" aria-pressed={!isNear} onClick={() => setNear(false)}>
          {t('All')}
        </button>
        <button type="button" aria-pressed={isNear} disabled={!me} onClick={() => setNear(true)}>
          {t('Around me')}
        </button>
      </fieldset>
      <div ref={frame} className="map" hidden={!plan}>
        <canvas
          ref={canvas}
          width={Math.round(size.width * devicePixelRatio)}
          height={Math.round(size.height * devicePixelRatio)}
          role="img"
          aria-label={t(
            '{count, plural, =0 {No pin has a place yet} one {# pin with its place} other {# pins with their places}}',
            { count: pins?.length ?? 0 },
          )}
          onPointerUp={tap}
        />
        {scale && plan ? (
          <svg className="scale" width={scale / plan.metresPerPixel} height="6" aria-hidden="true">
            <path d={`M1 0v5H${scale / plan.metresPerPixel - 1}V0`} />
          </svg>
        ) : null}
        {scale ? <small>{t('{metres} m', { metres: scale })}</small> : null}
      </div>
      {pins && pins.length === 0 ? (
        <p className="empty">
          {t('No pin of this circle has a place yet. It comes with the first reports.')}
        </p>
      ) : null}
      {me ? null : (
        <p className="dim" role="status">
          {position.kind === 'searching'
            ? t('Looking for the place …')
            : t('This browser gives no place.')}
        </p>
      )}
      {nearest.length > 0 ? (
        <section>
          <h2>{me ? t('Nearest that are left') : t('Left, with a place')}</h2>
          <PinRows username={username} pins={nearest} isGrouped={false} />
        </section>
      ) : null}
    </main>
  );
};
