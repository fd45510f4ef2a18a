import { Alert, Stack, Text } from '@mantine/core';
import type { calls, ReplyOf } from '@survey/contract';
import { Link } from '@tanstack/react-router';
import { flagText } from '../flags/flag-texts.ts';
import { t } from '../text/text.ts';
import { formatNumber } from '../ui/format.ts';

type Preview = ReplyOf<typeof calls.previewCheck>;

const sentence = ({ flagged, looked_at, reports, days }: Preview): string =>
  looked_at < reports
    ? t(
        'Would have flagged {flagged} of {looked_at} reports, drawn from the {reports} of the last {days} days.',
        {
          flagged: formatNumber(flagged),
          looked_at: formatNumber(looked_at),
          reports: formatNumber(reports),
          days,
        },
      )
    : t("Would have flagged {flagged} of the last {days} days' {reports} reports.", {
        flagged: formatNumber(flagged),
        reports: formatNumber(reports),
        days,
      });

/** What the settings would have flagged, beside what the rule flags now, with examples. */
export const PreviewResult = ({ preview }: { preview: Preview }) => (
  <Alert color="blue" variant="light" title={sentence(preview)} role="status">
    <Stack gap={6}>
      <Text size="sm">
        {t('By the rule as it is: {count}.', { count: formatNumber(preview.flagged_now) })}
      </Text>
      {preview.examples.length > 0 ? (
        <ul>
          {preview.examples.map(({ id, pin, circle, username, capture_time, ...says }) => (
            <li key={id}>
              <Link to="/report" search={{ report: String(id) }}>
                {t('PIN {pin}', { pin })}
              </Link>{' '}
              <Text span size="sm" c="dimmed">
                <bdi>{circle}</bdi> · <bdi>{username}</bdi> · <bdi>{capture_time}</bdi>
              </Text>
              <Text size="sm" dir="auto">
                {flagText(says)}
              </Text>
            </li>
          ))}
        </ul>
      ) : null}
    </Stack>
  </Alert>
);
