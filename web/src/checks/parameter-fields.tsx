import { Group, NumberInput } from '@mantine/core';
import { type CheckName, checkRow } from '@survey/contract';
import { known, t } from '../text/text.ts';
import { formatNumber } from '../ui/format.ts';
import { unitLabels } from './check-texts.ts';
import type { Parameters } from './rule-values.ts';

interface ParameterFieldsProps {
  check: CheckName;
  values: Parameters;
  isDisabled?: boolean;
  onChange: (values: Parameters) => void;
}

/** The parameters of a check, each with its bounds and the table's value. */
export const ParameterFields = ({
  check,
  values,
  isDisabled = false,
  onChange,
}: ParameterFieldsProps) => (
  <Group align="flex-start" gap="sm">
    {Object.entries(checkRow(check).parameters).map(
      ([name, { label, unit, least, most, default: usual }]) => (
        <NumberInput
          key={name}
          w={230}
          label={known(label)}
          description={t('{least} to {most}, usually {usual}', {
            least: formatNumber(least),
            most: formatNumber(most),
            usual: formatNumber(usual),
          })}
          suffix={` ${t(unitLabels[unit])}`}
          min={least}
          max={most}
          decimalScale={2}
          disabled={isDisabled}
          value={values[name] ?? ''}
          error={values[name] === '' ? t('is required') : null}
          onChange={(value) => onChange({ ...values, [name]: value })}
        />
      ),
    )}
  </Group>
);
