import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../text/text.ts';
import { formatNumber } from '../../ui/format.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import classes from './check-group.module.css';

export interface CheckOption {
  value: string;
  label: string;
  /** The number of reports with the value, where known. */
  count?: number | undefined;
}

interface CheckGroupProps {
  title: string;
  options: readonly CheckOption[];
  value: readonly string[];
  onChange: (values: string[]) => void;
}

/** Groups longer than this have a search of their own. */
const searchFrom = 8;
/** At most this many boxes; the search finds the others. */
const shownAtMost = 100;

/** Checkboxes of one filter, with counts; chosen values stay visible even where no report has them. */
export const CheckGroup = ({ title, options, value, onChange }: CheckGroupProps) => {
  const [text, setText] = useState('');
  const known = new Set(options.map((option) => option.value));
  const all = [
    ...value
      .filter((chosen) => !known.has(chosen))
      .map((chosen) => ({ value: chosen, label: chosen })),
    ...options,
  ] satisfies CheckOption[];
  const found = all.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  const toggle = (option: string) =>
    onChange(
      value.includes(option) ? value.filter((chosen) => chosen !== option) : [...value, option],
    );

  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>{title}</legend>
      {all.length > searchFrom ? (
        <SearchBox
          size="xs"
          mb={6}
          label={t('Search {what}', { what: title })}
          value={text}
          onChange={setText}
        />
      ) : null}
      <div className={classes.options}>
        {found.slice(0, shownAtMost).map((option: CheckOption) => (
          <Checkbox
            key={option.value}
            size="xs"
            className={classes.option}
            checked={value.includes(option.value)}
            onChange={() => toggle(option.value)}
            label={
              <span className={classes.label}>
                <span dir="auto">{option.label}</span>
                {option.count === undefined ? null : (
                  <span className={classes.count}>{formatNumber(option.count)}</span>
                )}
              </span>
            }
          />
        ))}
        {found.length === 0 ? <p className={classes.note}>{t('Nothing to choose')}</p> : null}
        {found.length > shownAtMost ? (
          <p className={classes.note}>
            {t('{count} more; search to find them', {
              count: formatNumber(found.length - shownAtMost),
            })}
          </p>
        ) : null}
      </div>
    </fieldset>
  );
};
