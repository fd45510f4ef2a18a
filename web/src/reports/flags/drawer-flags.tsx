import type { Counterpart, Flag, PropertyReport } from '@survey/contract';
import { useState } from 'react';
import { Beside } from './beside.tsx';
import { FlagList } from './flag-list.tsx';

interface DrawerFlagsProps {
  report: PropertyReport;
  flags: readonly Flag[];
}

/** The flags of the open report; the report that one names opens under them, side by side. */
export const DrawerFlags = ({ report, flags }: DrawerFlagsProps) => {
  const [chosen, setChosen] = useState<{ of: PropertyReport['id']; counterpart?: Counterpart }>();
  const beside = chosen?.of === report.id ? chosen.counterpart : undefined;
  if (flags.length === 0) return null;
  return (
    <>
      <FlagList
        id={Number(report.id)}
        flags={flags}
        beside={beside}
        onBeside={(counterpart) =>
          setChosen({ of: report.id, ...(counterpart && { counterpart }) })
        }
      />
      {beside ? (
        <Beside report={report} counterpart={beside} onClose={() => setChosen({ of: report.id })} />
      ) : null}
    </>
  );
};
