import { Button, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { type FieldOf, headersFor, mapColumns } from './map-columns.ts';

interface ColumnMappingProps<Field extends string> {
  /** As they stand in the file, and as they are read now. */
  fileHeaders: readonly string[];
  headers: readonly string[];
  fields: readonly Field[];
  fieldOf: FieldOf<Field>;
  /** Fields without which rows cannot be used: the choice is open where one is missing. */
  needed: readonly Field[];
  isDisabled?: boolean;
  onHeaders: (headers: string[]) => void;
}

/** Which column of the file is which field; for the sheets of /UPLOAD and /status. */
export const ColumnMapping = <Field extends string>({
  fileHeaders,
  headers,
  fields,
  fieldOf,
  needed,
  isDisabled = false,
  onHeaders,
}: ColumnMappingProps<Field>) => {
  const columns = mapColumns(headers, fields, fieldOf);
  const [isOpen, setOpen] = useState(() => needed.some((field) => !columns.has(field)));
  const choose = (field: Field, value: string) => {
    const chosen = new Map(columns);
    for (const [other, at] of columns) if (String(at) === value) chosen.delete(other);
    if (value === '') chosen.delete(field);
    else chosen.set(field, Number(value));
    onHeaders(headersFor(fileHeaders, chosen, fieldOf));
  };
  if (!isOpen) {
    return (
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        {t('Choose columns')}
      </Button>
    );
  }
  const offered = [
    { value: '', label: t('none') },
    ...fileHeaders.map((header, at) => ({ value: String(at), label: header })),
  ];
  return (
    <section aria-label={t('Choose columns')}>
      <Text size="sm" mb="xs">
        {t('Which column of the file is which:')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: Math.min(4, fields.length) }} spacing="xs">
        {fields.map((field) => (
          <NativeSelect
            key={field}
            size="xs"
            label={field}
            withAsterisk={needed.includes(field)}
            disabled={isDisabled}
            data={offered}
            value={columns.has(field) ? String(columns.get(field)) : ''}
            onChange={({ currentTarget }) => choose(field, currentTarget.value)}
          />
        ))}
      </SimpleGrid>
    </section>
  );
};
