import { Portal, Text } from '@mantine/core';
import { t } from '../text/text.ts';
import { LatinText } from '../ui/latin-text.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import classes from './phone-cards.module.css';

/** What a card says. */
export interface PhoneCard {
  key: string;
  /** Of the surveyor. */
  name: string;
  username: string;
  /** Name of the phone, where it has one. */
  phone?: string;
  /** What the QR code holds. */
  qr: string;
  /** The same to be typed. */
  words?: string;
  hint: string;
  address: string;
}

const Card = ({ name, username, phone, qr, words, hint, address }: Omit<PhoneCard, 'key'>) => (
  <div className={classes.card}>
    <Text inherit fw={600}>
      <bdi>{name}</bdi>
    </Text>
    <Text inherit size="sm">
      <LatinText>{username}</LatinText>
      {phone ? (
        <>
          {' · '}
          <bdi>{phone}</bdi>
        </>
      ) : null}
    </Text>
    <QrCode text={qr} label={t('QR code for {user}', { user: username })} />
    {words ? (
      <Text inherit fw={600} className={classes.words}>
        <LatinText>{words}</LatinText>
      </Text>
    ) : null}
    <Text inherit size="xs">
      {hint}
    </Text>
    <Text inherit size="xs">
      <LatinText>{address}</LatinText>
    </Text>
  </div>
);

const Sheet = ({ cards }: { cards: readonly PhoneCard[] }) => (
  <div className={classes.sheet}>
    {cards.map(({ key, ...card }) => (
      <Card key={key} {...card} />
    ))}
  </div>
);

/** A card for each phone, on the screen and, when the page is printed, on sheets of A4 with nothing else. */
export const PhoneCards = ({ cards }: { cards: readonly PhoneCard[] }) => (
  <>
    <Sheet cards={cards} />
    <Portal className={classes.print}>
      <Sheet cards={cards} />
    </Portal>
  </>
);
