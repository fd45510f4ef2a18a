// The drawer and the large photo: fetched when the browser has nothing else to do, drawn when first opened.
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useWasTrue } from '../ui/use-was-true.ts';
import { whenIdle } from '../ui/when-idle.ts';

const loadDrawer = () => import('./report-drawer.tsx');
const loadPhoto = () => import('./image-modal.tsx');
const Drawer = lazy(async () => ({ default: (await loadDrawer()).ReportDrawer }));
const Photo = lazy(async () => ({ default: (await loadPhoto()).ImageModal }));

const Tell = ({ onStands }: { onStands: (stands: boolean) => void }) => {
  useEffect(() => onStands(true), [onStands]);
  return null;
};

interface FirstClosedProps {
  isOpen: boolean;
  /** Drawn closed at first: only a dialog that opens while it stands gives the focus back. */
  children: (mayOpen: boolean) => ReactNode;
}

const FirstClosed = ({ isOpen, children }: FirstClosedProps) => {
  const wasOpened = useWasTrue(isOpen);
  const [stands, setStands] = useState(false);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      {children(stands)}
      <Tell onStands={setStands} />
    </Suspense>
  );
};

/** One report in full. */
export const LazyReportDrawer = (props: ComponentProps<typeof Drawer>) => {
  useEffect(
    () =>
      whenIdle(() => {
        // A failure shows where it is opened.
        Promise.all([loadDrawer(), loadPhoto()]).catch(() => undefined);
      }),
    [],
  );
  return (
    <FirstClosed isOpen={props.id !== undefined}>
      {(mayOpen) => <Drawer {...props} id={mayOpen ? props.id : undefined} />}
    </FirstClosed>
  );
};

/** One photo as large as the window. */
export const LazyImageModal = (props: ComponentProps<typeof Photo>) => (
  <FirstClosed isOpen={props.shown !== undefined}>
    {(mayOpen) => <Photo {...props} shown={mayOpen ? props.shown : undefined} />}
  </FirstClosed>
);
