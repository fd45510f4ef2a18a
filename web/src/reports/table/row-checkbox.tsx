import { useEffect, useRef } from 'react';
import classes from './report-grid.module.css';

interface RowCheckboxProps {
  label: string;
  isChecked: boolean;
  isPart?: boolean;
  /** `isRange` with Shift held: everything from the last one chosen to here. */
  onToggle: (isRange: boolean) => void;
}

/**
 * The box that chooses a row, or with `isPart` stands for several of which some are chosen. The browser's
 * own: a page may have 200 of them, and the library's takes ten elements each.
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
          // Shift would mark the text between two rows.
          if (event.shiftKey) event.preventDefault();
        }}
        onChange={(event) =>
          onToggle((event.nativeEvent as unknown as MouseEvent).shiftKey === true)
        }
      />
    </label>
  );
};
