import { Portal, Text } from '@mantine/core';
import type { PhoneSetUp } from '@survey/contract';
import { t } from '../text/text.ts';
import { LatinText } from '../ui/latin-text.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import classes from './phone-cards.module.css';

const Card = ({ phone, address }: { phone: PhoneSetUp; address: string }) => (
  <div className={classes.card}>
    <Text inherit fw={600}>
      <bdi>{phone.name}</bdi>
    </Text>
    <Text inherit size="sm">
      <LatinText>{phone.username}</LatinText> · <bdi>{phone.phone}</bdi>
    </Text>
    <QrCode text={phone.settings} label={t('QR code for {user}', { user: phone.username })} />
    <Text inherit size="xs">
      {t('ODK Collect: “Configure with QR code”. KoboCollect: the same.')}
    </Text>
    <Text inherit size="xs">
      <LatinText>{address}</LatinText>
    </Text>
  </div>
);

interface PhoneCardsProps {
  phones: readonly PhoneSetUp[];
  address: string;
}

const Sheet = ({ phones, address }: PhoneCardsProps) => (
  <div className={classes.sheet}>
    {phones.map((phone) => (
      <Card key={phone.id} phone={phone} address={address} />
    ))}
  </div>
);

/** A card for each phone, on the screen and, when the page is printed, on sheets of A4 with nothing else. */
export const PhoneCards = (props: PhoneCardsProps) => (
  <>
    <Sheet {...props} />
    <Portal className={classes.print}>
      <Sheet {...props} />
    </Portal>
  </>
);
