import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { MobileUser, Phone } from '@survey/contract';
import { t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { doneText, errorText } from '../ui/error-text.ts';
import { formatAgo, formatDay } from '../ui/format.ts';
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

/** A surveyor's phones that were set up by QR code; each can be ended. */
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
  const { phones: all, photos_awaited } = phones.data;
  if (all.length === 0 && photos_awaited === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      {photos_awaited > 0 ? (
        <Text size="sm">
          {t('{count, plural, one {# photo is} other {# photos are}} on the way.', {
            count: photos_awaited,
          })}
        </Text>
      ) : null}
      <Text component="h3" size="sm" fw={600}>
        {t('Phones of {user}', { user: user.username })}
      </Text>
      {all.map((phone) => (
        <PhoneRow key={phone.id} phone={phone} onEnd={() => void ask(phone)} />
      ))}
    </Stack>
  );
};
