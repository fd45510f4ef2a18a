import { Button, Group, Text } from '@mantine/core';
import type { PropertyReport, Review } from '@survey/contract';
import { IconCheck, IconHelp, IconRefresh } from '@tabler/icons-react';
import { t } from '../../text/text.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useReview } from './review.api.ts';
import { stateLabels, stateTones } from './review-texts.ts';

/** The state of a report, with who gave it when. */
export const ReviewState = ({ review }: { review: Review }) => (
  <Group gap="xs">
    <StatusBadge tone={stateTones[review.state]}>{t(stateLabels[review.state])}</StatusBadge>
    {review.by && review.at ? (
      <Text size="sm" c="dimmed">
        {t('by {user} on {time}', { user: review.by, time: review.at })}
      </Text>
    ) : null}
  </Group>
);

interface ReviewActionsProps {
  report: PropertyReport;
  review: Review;
  onSendBack: () => void;
}

/** The buttons that give a current report a state. */
export const ReviewActions = ({ report, review, onSendBack }: ReviewActionsProps) => {
  const { review: give, isBusy } = useReview();
  const { state, version } = review;
  const set = (to: 'new' | 'accepted' | 'in_question') =>
    void give({ id: Number(report.id), state: to, version });
  const isWaiting = state === 'sent_back';
  return (
    <>
      <Button
        leftSection={<IconCheck size={16} aria-hidden />}
        disabled={isWaiting || state === 'accepted' || isBusy}
        onClick={() => set('accepted')}
      >
        {t('Accept')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        disabled={isWaiting || isBusy}
        onClick={onSendBack}
      >
        {isWaiting ? t('Sent back') : t('Request resubmission')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconHelp size={16} aria-hidden />}
        disabled={isWaiting || state === 'in_question' || isBusy}
        onClick={() => set('in_question')}
      >
        {t('In question')}
      </Button>
      {isWaiting || state === 'new' ? null : (
        <Button variant="subtle" disabled={isBusy} onClick={() => set('new')}>
          {t('New again')}
        </Button>
      )}
    </>
  );
};
