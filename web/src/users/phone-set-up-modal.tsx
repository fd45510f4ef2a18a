import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { type MobileUser, phonesAtOnce, signInLink } from '@survey/contract';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { formatInstant } from '../ui/format.ts';
import { useTimeZone } from '../ui/time-zone.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { CollectSetUp } from './collect-set-up.tsx';
import { PageSetUp } from './page-set-up.tsx';
import { type PhoneCard, PhoneCards } from './phone-cards.tsx';
import { PhoneList } from './phone-list.tsx';
import { useMakeSignInCodes, useSetUpPhones } from './phones.api.ts';

interface PhoneSetUpModalProps {
  /** One surveyor, or all whose cards are printed together. */
  users: readonly MobileUser[];
  onClose: () => void;
}

interface MadeProps {
  cards: readonly PhoneCard[];
  address: string;
  onClose: () => void;
}

/** Cards to scan or to print, shown once. */
const Made = ({ cards, address, onClose }: MadeProps) => (
  <Stack gap="sm">
    {address.startsWith('https:') ? null : (
      <Alert color="yellow" variant="light">
        {t(
          'The server takes its own address for {address}. Phones need an https address, for the camera and the place as for sending: see “Behind a proxy” in the operations guide.',
          { address },
        )}
      </Alert>
    )}
    <Text size="sm">
      {t('The code is shown only once. Whoever has it can send reports in this name.')}
    </Text>
    <PhoneCards cards={cards} />
    <Group justify="flex-end" gap="xs">
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} />}
        onClick={() => window.print()}
      >
        {t('Print')}
      </Button>
      <Button onClick={onClose}>{t('Done')}</Button>
    </Group>
  </Stack>
);

/** Sets up phones: a code for the surveyor's page or for ODK Collect, on the screen, and on paper for many. */
export const PhoneSetUpModal = ({ users: all, onClose }: PhoneSetUpModalProps) => {
  useReturnFocus();
  const zone = useTimeZone();
  const hasPage = useCan('makeSignInCodes');
  const [app, setApp] = useState<'page' | 'collect'>('page');
  const setUp = useSetUpPhones();
  const make = useMakeSignInCodes();
  const users = all.slice(0, phonesAtOnce);
  const [first] = users;
  const isOne = all.length === 1;
  const title =
    first && isOne ? t('Phone set-up for {user}', { user: first.username }) : t('Phone set-up');
  const made = make.data
    ? {
        address: make.data.address,
        cards: make.data.codes.map(({ user_id, username, name, code, expires_at }) => ({
          key: String(user_id),
          name,
          username,
          qr: signInLink(make.data.address, code),
          words: code.split('-').join(' '),
          hint: t(
            'Scan with the camera, or open the address and type the words. Once, until {time}.',
            {
              time: formatInstant(new Date(expires_at), zone),
            },
          ),
          address: make.data.address,
        })),
      }
    : setUp.data && {
        address: setUp.data.address,
        cards: setUp.data.phones.map(({ id, name, username, phone, settings }) => ({
          key: String(id),
          name,
          username,
          phone,
          qr: settings,
          hint: t('ODK Collect: “Configure with QR code”. KoboCollect: the same.'),
          address: setUp.data.address,
        })),
      };
  return (
    <Modal opened onClose={onClose} title={title} size={made && users.length > 1 ? 'xl' : 'md'}>
      {made ? (
        <Made {...made} onClose={onClose} />
      ) : (
        <>
          {all.length > phonesAtOnce ? (
            <Text size="sm" mb="sm">
              {t('The first {count} are set up; search to choose others.', { count: phonesAtOnce })}
            </Text>
          ) : null}
          {first && isOne ? <PhoneList user={first} /> : null}
          {hasPage ? (
            <SegmentedControl
              fullWidth
              mb="sm"
              aria-label={t('What the surveyor works with')}
              value={app}
              onChange={(value) => setApp(value as typeof app)}
              data={[
                { value: 'page', label: t('Surveyor’s page') },
                { value: 'collect', label: t('ODK Collect') },
              ]}
            />
          ) : null}
          {hasPage && app === 'page' ? (
            <PageSetUp users={users} make={make} onCancel={onClose} />
          ) : (
            <CollectSetUp users={users} setUp={setUp} onCancel={onClose} />
          )}
        </>
      )}
    </Modal>
  );
};
