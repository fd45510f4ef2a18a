import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { t } from '../text/text.ts';
import { saveBlob } from '../ui/save-blob.ts';
import { toast } from '../ui/toasts.ts';

interface CodesStepProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shows the recovery codes; the server never gives them again. */
export const CodesStep = ({ codes, onDone }: CodesStepProps) => {
  const save = () =>
    saveBlob(
      new Blob([`${codes.join('\r\n')}\r\n`], { type: 'text/plain;charset=utf-8' }),
      'recovery-codes.txt',
    );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success(t('Copied.'));
    } catch {
      toast.error(t('The browser did not allow copying. Save the codes instead.'));
    }
  };

  return (
    <Stack gap="sm">
      <Alert color="yellow" variant="light">
        {t(
          'Keep these codes where you find them without your phone. Each signs you in once. They are not shown again.',
        )}
      </Alert>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" dir="ltr">
        {codes.map((code) => (
          <Text key={code} ff="monospace" ta="center">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Button variant="default" onClick={save}>
            {t('Save as file')}
          </Button>
          <Button variant="default" onClick={() => void copy()}>
            {t('Copy')}
          </Button>
        </Group>
        <Button onClick={onDone}>{t('I have kept them')}</Button>
      </Group>
    </Stack>
  );
};
