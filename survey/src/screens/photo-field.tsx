import { type ChangeEvent, useState } from 'react';
import { takePhoto, UnreadablePhoto } from '../photo/take-photo.ts';
import { useCamera } from '../photo/use-camera.ts';
import type { Report } from '../store/report.ts';
import { photoOf } from '../store/reports.ts';
import { t } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';
import { usePicture } from '../ui/use-picture.ts';
import { useStored } from '../ui/use-stored.ts';

interface ViewfinderProps {
  onPicture: (picture: Blob) => void;
  onClose: () => void;
}

const Viewfinder = ({ onPicture, onClose }: ViewfinderProps) => {
  const { video, state, capture } = useCamera();
  return (
    <div className="viewfinder" role="dialog" aria-modal="true" aria-label={t('Camera')}>
      <video ref={video} playsInline muted autoPlay />
      {state === 'refused' || state === 'missing' ? (
        <p className="problem" role="alert">
          {state === 'refused'
            ? t(
                'The browser was not allowed to use the camera. Allow it in the settings of this page, or choose a picture.',
              )
            : t('This browser gives no camera. Choose a picture instead.')}
        </p>
      ) : null}
      <div className="shutter">
        <button type="button" className="secondary" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button
          type="button"
          className="release"
          aria-label={t('Take the photo')}
          disabled={state !== 'ready'}
          onClick={() => void capture().then(onPicture)}
        />
        <label className="secondary as-button">
          {t('Choose')}
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            capture="environment"
            className="hidden"
            onChange={(event: ChangeEvent<HTMLInputElement>) => {
              const [file] = event.target.files ?? [];
              if (file) onPicture(file);
            }}
          />
        </label>
      </div>
    </div>
  );
};

const kilobytes = (bytes: number) => Math.max(1, Math.round(bytes / 1000));

/** The photo of a report: taken in the page, kept at once, made small in a worker. */
export const PhotoField = ({ username, report }: { username: string; report: Report }) => {
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const photo = useStored(`${report.id} ${report.changedAt} ${report.hasPhoto}`, async () => {
    const stored = await photoOf(username, report.id);
    return stored && { ...stored, blob: new Blob([stored.bytes], { type: stored.type }) };
  });
  const url = usePicture(photo?.blob);

  const take = async (picture: Blob) => {
    setOpen(false);
    setProblem(undefined);
    try {
      await takePhoto(username, report.id, picture);
    } catch (error) {
      if (!(error instanceof UnreadablePhoto)) {
        setProblem(
          t('The photo could not be kept: the phone has no space left, or the browser forbids it.'),
        );
        throw error;
      }
      setProblem(
        t('This picture cannot be read here. Save it as JPEG, or take it with this page.'),
      );
    }
  };

  return (
    <section aria-label={t('Photo')}>
      {url ? <img className="photo" src={url} alt={t('Photo of the house')} /> : null}
      {photo ? (
        <p className="dim" role="status">
          {photo.sha256 === null
            ? t('Kept. It is being made small …')
            : t('Kept on this phone, {size} kB', { size: kilobytes(photo.bytes.byteLength) })}
        </p>
      ) : null}
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      <button type="button" className="secondary is-wide" onClick={() => setOpen(true)}>
        <Icon name="camera" />
        {report.hasPhoto ? t('Take another photo') : t('Take a photo')}
      </button>
      {isOpen ? (
        <Viewfinder onPicture={(picture) => void take(picture)} onClose={() => setOpen(false)} />
      ) : null}
    </section>
  );
};
