import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { MobileUser, PagePhone, Phone } from '@survey/contract';
import { t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { doneText, errorText } from '../ui/error-text.ts';
import { formatAgo, formatDay, formatInstant, formatNumber } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useTimeZone } from '../ui/time-zone.ts';
import { toast } from '../ui/toasts.ts';
import { useEndPhone, usePhones } from './phones.api.ts';

const lastUse = ({ last_used, created_at }: Phone, zone: string | undefined): string => {
  const day = formatDay(new Date(created_at), zone);
  return last_used === null
    ? t('Set up {day}, never used', { day })
    : t('Set up {day}, used {ago}', { day, ago: formatAgo(new Date(last_used)) });
};

const PhoneRow = ({ phone, onEnd }: { phone: Phone; onEnd: () => void }) => {
  const zone = useTimeZone();
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm">
          <bdi>{phone.name}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {lastUse(phone, zone)}
        </Text>
      </div>
      <Button
        data-dense
        size="compact-sm"
        variant="default"
        aria-label={t('End {phone}', { phone: phone.name })}
        onClick={onEnd}
      >
        {t('End')}
      </Button>
    </Group>
  );
};

/** From this difference of clocks on, in seconds, the phone is marked: times of its reports are not reliable. */
const wrongClock = 5 * 60;
/** Below this, photos may soon find no place on the phone. */
const littleSpace = 200_000_000;

const freeText = (bytes: number): string =>
  bytes < 1e9
    ? t('{megabytes} MB free', { megabytes: formatNumber(Math.round(bytes / 1e6)) })
    : t('{gigabytes} GB free', { gigabytes: formatNumber(Math.round(bytes / 1e9)) });

/** Warnings about a phone: reports that wait, a wrong clock, little space. */
const Warnings = ({ phone }: { phone: PagePhone }) => {
  const { unsent, unsent_since, clock_ahead, free_bytes } = phone;
  return (
    <Group gap={6}>
      {unsent ? (
        <StatusBadge tone="amber">
          {unsent_since
            ? t(
                '{count, plural, one {# report not sent} other {# reports not sent}}, the oldest begun {ago}',
                {
                  count: unsent,
                  ago: formatAgo(new Date(unsent_since)),
                },
              )
            : t('{count, plural, one {# report not sent} other {# reports not sent}}', {
                count: unsent,
              })}
        </StatusBadge>
      ) : null}
      {clock_ahead !== null && Math.abs(clock_ahead) >= wrongClock ? (
        <StatusBadge tone="amber">
          {clock_ahead > 0
            ? t('Clock {minutes} min fast', { minutes: Math.round(clock_ahead / 60) })
            : t('Clock {minutes} min slow', { minutes: Math.round(-clock_ahead / 60) })}
        </StatusBadge>
      ) : null}
      {free_bytes !== null && free_bytes < littleSpace ? (
        <StatusBadge tone="amber">{freeText(free_bytes)}</StatusBadge>
      ) : null}
    </Group>
  );
};

/** A phone with the surveyor's page, as it described itself. */
const PagePhoneRow = ({ phone }: { phone: PagePhone }) => {
  const zone = useTimeZone();
  const { app, app_version, last_contact, unsent, free_bytes, device_id } = phone;
  const contact = new Date(last_contact);
  const about = [
    t('Last contact {ago}', { ago: formatAgo(contact) }),
    unsent === 0 ? t('all sent') : '',
    free_bytes !== null && free_bytes >= littleSpace ? freeText(free_bytes) : '',
  ].filter(Boolean);
  return (
    <div>
      <Text size="sm" title={device_id}>
        <bdi>{[app ?? t('Phone'), app_version].filter(Boolean).join(' ')}</bdi>
      </Text>
      <Text size="xs" c="dimmed" title={formatInstant(contact, zone)}>
        {about.join(' · ')}
      </Text>
      <Warnings phone={phone} />
    </div>
  );
};

/** A surveyor's phones: what those with the page tell, and those set up by QR code, which can be ended. */
export const PhoneList = ({ user }: { user: MobileUser }) => {
  const phones = usePhones(Number(user.id));
  const end = useEndPhone();
  const ask = async (phone: Phone) => {
    const isSure = await confirm({
      title: t('End {phone}', { phone: phone.name }),
      message: t('The phone can neither fetch lists nor send reports any more.'),
      consequence: t('Reports that were not sent stay on the phone until it is set up again.'),
      confirmLabel: t('End'),
      isHarmful: true,
    });
    if (!isSure) return;
    try {
      toast.success(doneText(await end.mutateAsync(phone.id)));
    } catch (error) {
      toast.error(errorText(error, t('Failed to end the phone')));
    }
  };
  if (phones.isPending) return <Loader size="sm" />;
  if (phones.isError) {
    return (
      <Text size="sm" c="red">
        {errorText(phones.error, t('Error loading phones'))}
      </Text>
    );
  }
  const { phones: all, page_phones: pages, photos_awaited } = phones.data;
  if (all.length + pages.length === 0 && photos_awaited === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      {photos_awaited > 0 ? (
        <Text size="sm">
          {t('{count, plural, one {# photo is} other {# photos are}} on the way.', {
            count: photos_awaited,
          })}
        </Text>
      ) : null}
      {all.length + pages.length > 0 ? (
        <Text component="h3" size="sm" fw={600}>
          {t('Phones of {user}', { user: user.username })}
        </Text>
      ) : null}
      {pages.map((phone) => (
        <PagePhoneRow key={phone.device_id} phone={phone} />
      ))}
      {all.map((phone) => (
        <PhoneRow key={phone.id} phone={phone} onEnd={() => void ask(phone)} />
      ))}
    </Stack>
  );
};
