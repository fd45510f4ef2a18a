import type { DevicePin } from '@survey/contract';
import { type ReactNode, useState } from 'react';
import { beginReport } from '../store/reports.ts';
import { t } from '../text/text.ts';
import { go } from '../ui/route.ts';
import type { PinState } from '../ui/work-state.ts';

/** Rows that are drawn at first, and with each "Show more". */
const step = 60;

const stateLabel = (state: PinState): string | undefined =>
  ({
    'to-do': undefined,
    'sent-back': t('Sent back'),
    draft: t('Begun'),
    waiting: t('Waits to be sent'),
    refused: t('Needs you'),
    surveyed: t('Surveyed'),
  })[state];

const badgeClass: Record<PinState, string> = {
  'to-do': '',
  'sent-back': 'is-warning',
  draft: 'is-warning',
  waiting: '',
  refused: 'is-bad',
  surveyed: 'is-good',
};

export interface ListedPin {
  pin: DevicePin;
  state: PinState;
  /** From the surveyor, where the map knows it. */
  metres?: number;
}

interface PinRowsProps {
  username: string;
  pins: readonly ListedPin[];
  /** Headings by block and street; without them each row names its circle. */
  isGrouped: boolean;
}

const placeOf = ({ Block, Street_Address, Road }: DevicePin) =>
  [Block && t('Block {block}', { block: Block }), Road || Street_Address]
    .filter(Boolean)
    .join(' · ');

/** Opens the form of a pin. */
export const openPin = async (username: string, pin: DevicePin) => {
  const { id } = await beginReport(username, pin);
  go({ screen: 'report', id });
};

/** Pins as rows that open their form. */
export const PinRows = ({ username, pins, isGrouped }: PinRowsProps) => {
  const [count, setCount] = useState(step);
  let heading: string | undefined;
  const rows: ReactNode[] = [];
  for (const { pin, state, metres } of pins.slice(0, count)) {
    const place = placeOf(pin);
    if (isGrouped && place !== heading) {
      heading = place;
      rows.push(
        <li key={`in ${pin.id}`} className="group">
          {place || t('Without an address')}
        </li>,
      );
    }
    const label = stateLabel(state);
    rows.push(
      <li key={pin.id}>
        <button type="button" className="row" onClick={() => void openPin(username, pin)}>
          <span className="pin">
            <bdi>{pin.pin}</bdi>
          </span>
          <span className="about">
            <span>
              <bdi>{pin.Street_Address || t('Without an address')}</bdi>
            </span>
            <small>
              <bdi>
                {[
                  // Beside the map all are of one circle.
                  metres === undefined ? '' : t('{metres} m', { metres }),
                  pin.OwnerName,
                  isGrouped || metres !== undefined ? '' : pin.circle,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            </small>
          </span>
          {label ? <span className={`badge ${badgeClass[state]}`}>{label}</span> : null}
        </button>
      </li>,
    );
  }
  return (
    <>
      <ul className="plain">{rows}</ul>
      {pins.length > count ? (
        <button type="button" className="secondary" onClick={() => setCount(count + step)}>
          {t('Show more ({left} left)', { left: pins.length - count })}
        </button>
      ) : null}
    </>
  );
};
