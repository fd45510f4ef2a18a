import { Checkbox } from '@mantine/core';
import classes from './report-grid.module.css';

interface RowCheckboxProps {
  label: string;
  isChecked: boolean;
  isPart?: boolean;
  /** `isRange` with Shift held: everything from the last one chosen to here. */
  onToggle: (isRange: boolean) => void;
}

/** The box that chooses a row, or with `isPart` stands for several of which some are chosen. */
export const RowCheckbox = ({ label, isChecked, isPart = false, onToggle }: RowCheckboxProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the box within has a name of its own
  <label className={classes.box}>
    <Checkbox
      size="xs"
      aria-label={label}
      checked={isChecked}
      indeterminate={isPart}
      onMouseDown={(event) => {
        // Shift would mark the text between two rows.
        if (event.shiftKey) event.preventDefault();
      }}
      onChange={(event) => onToggle((event.nativeEvent as unknown as MouseEvent).shiftKey === true)}
    />
  </label>
);
