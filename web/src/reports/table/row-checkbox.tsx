import { useEffect, useRef } from 'react';
import classes from './report-grid.module.css';

interface RowCheckboxProps {
  label: string;
  isChecked: boolean;
  isPart?: boolean;
  /** `isRange`: Shift was held; all rows from the last one toggled to this one. */
  onToggle: (isRange: boolean) => void;
}

/**
 * The checkbox of a row; with `isPart` the indeterminate one of a page. A native checkbox: a page may have 200, and
 * Mantine's has ten elements each.
 */
export const RowCheckbox = ({ label, isChecked, isPart = false, onToggle }: RowCheckboxProps) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <label className={classes.box}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onMouseDown={(event) => {
          // Shift and click would select the text between two rows.
          if (event.shiftKey) event.preventDefault();
        }}
        onChange={(event) =>
          onToggle((event.nativeEvent as unknown as MouseEvent).shiftKey === true)
        }
      />
    </label>
  );
};
