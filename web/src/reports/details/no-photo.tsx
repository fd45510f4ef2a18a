import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { fileProblem } from '../../api/files.ts';
import { t } from '../../text/text.ts';
import { errorText } from '../../ui/error-text.ts';
import { photoUrl } from '../photos.ts';

interface NoPhotoProps {
  /** The photo that could not be shown; undefined where the report has none. */
  path: string | undefined;
  /** The report names a photo that has not arrived yet. */
  isAwaited?: boolean | undefined;
}

/** Shown instead of a photo, with the server's reason where it gives one. */
export const NoPhoto = ({ path, isAwaited }: NoPhotoProps) => {
  const [problem, setProblem] = useState<{ path: string; text: string }>();
  useEffect(() => {
    if (!path) return;
    const asking = new AbortController();
    fileProblem(photoUrl(path), asking.signal).then((error) => {
      const text = errorText(error, '');
      if (text) setProblem({ path, text });
    });
    return () => asking.abort();
  }, [path]);
  return (
    <>
      <Text c="dimmed">{isAwaited ? t('Photo on its way') : t('No Image Available')}</Text>
      {problem && problem.path === path && (
        <Text c="dimmed" size="sm" ta="center" maw={420} role="status">
          {problem.text}
        </Text>
      )}
    </>
  );
};
