import { useEffect, useRef, useState } from 'react';
import { onChange } from '../store/changes.ts';

/**
 * Stored data, read again after each change; undefined until they are read.
 * @param key what `load` depends on: another key is another value
 */
export const useStored = <Value>(key: string, load: () => Promise<Value>): Value | undefined => {
  const [loaded, setLoaded] = useState<{ key: string; value: Value }>();
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let isOver = false;
    let reading = false;
    let isStale = false;
    const read = async () => {
      if (reading) {
        isStale = true;
        return;
      }
      reading = true;
      do {
        isStale = false;
        const value = await latest.current();
        if (!isOver) setLoaded({ key, value });
      } while (isStale && !isOver);
      reading = false;
    };
    const run = () => void read().catch(console.error);
    run();
    const end = onChange(run);
    return () => {
      isOver = true;
      end();
    };
  }, [key]);
  return loaded?.key === key ? loaded.value : undefined;
};
