import type { DevicePin } from '@survey/contract';
import { submissionFields } from '@survey/contract/submission-fields';
import { refusedPhoto } from '../photo/refused-photos.ts';
import { known, t } from '../text/text.ts';
import { usePicture } from '../ui/use-picture.ts';
import { useStored } from '../ui/use-stored.ts';

type Note = NonNullable<DevicePin['note']>;

const labelOf = (field: Note['fields'][number]): string => {
  if (field === 'photo') return t('Photo');
  if (field === 'place') return t('Place');
  return known(submissionFields[field].label);
};

const RefusedPhoto = ({ id }: { id: number }) => {
  const stored = useStored(`refused ${id}`, async () => ({ blob: await refusedPhoto(id) }));
  const url = usePicture(stored?.blob);
  return url ? <img className="photo" src={url} alt={t('The photo that was refused')} /> : null;
};

/** Why the office sent a pin back: its words, the fields meant, and the photo as it was. */
export const SentBackNote = ({
  unit: { note, sent_back_report: refused },
}: {
  unit: DevicePin;
}) => (
  <section className="notice is-warning" aria-label={t('Sent back')}>
    <strong>{t('Your office wants this pin surveyed again.')}</strong>
    {note ? (
      <>
        <p>
          <bdi>{note.text}</bdi>
        </p>
        {note.fields.length > 0 ? (
          <p>{t('It is about: {fields}.', { fields: note.fields.map(labelOf).join(', ') })}</p>
        ) : null}
      </>
    ) : null}
    {refused?.picture_path ? <RefusedPhoto id={refused.id} /> : null}
  </section>
);
