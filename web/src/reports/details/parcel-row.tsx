import { Text, Title } from '@mantine/core';
import type { RecordId } from '@survey/contract';
import { msg, t } from '../../text/text.ts';
import { FieldList } from '../../ui/field-list.tsx';
import { useReportDetails } from '../report.api.ts';

const fields = [
  { name: 'OwnerName', label: msg('Owner Name') },
  { name: 'Street_Address', label: msg('Street Address') },
  { name: 'ratingarea', label: msg('Rating Area') },
  { name: 'Locality', label: msg('Locality') },
  { name: 'Block', label: msg('Block') },
  { name: 'Road', label: msg('Road') },
] as const;

/** What the parcel list says of the report's PIN; empty where the backend does not say it. */
export const ParcelRow = ({ id }: { id: RecordId | null }) => {
  const { data } = useReportDetails(id);
  if (data?.parcel === undefined) return null;
  const { parcel } = data;
  return (
    <section aria-label={t('Parcel list')}>
      <Title order={2} size="h5" mb={4}>
        {t('Parcel list')}
      </Title>
      {parcel ? (
        <FieldList
          fields={fields.map(({ name, label }) => ({
            label: t(label),
            value: parcel[name] === '' ? '' : <span dir="auto">{parcel[name]}</span>,
          }))}
        />
      ) : (
        <Text c="dimmed" size="sm">
          {t('This PIN is not in the parcel list.')}
        </Text>
      )}
    </section>
  );
};
