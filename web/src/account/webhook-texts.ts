import type { Webhook, WebhookDelivery, WebhookEvent } from '@survey/contract';
import { msg } from '../text/text.ts';

/** The events of a webhook, in words. */
export const eventTexts: Record<WebhookEvent, string> = {
  'report.received': msg('Report received'),
  'report.resubmitted': msg('Report resubmitted'),
  'report.reviewed': msg('Report reviewed'),
  'report.sent_back': msg('Report sent back'),
  'report.flagged': msg('Report flagged'),
};

/** Why nothing is sent. */
export const offTexts: Record<NonNullable<Webhook['off_reason']>, string> = {
  'by-hand': msg('Off'),
  failing: msg('Off: failed for three days'),
  gone: msg('Off: the receiver is gone'),
};

export const deliveryTexts: Record<WebhookDelivery['state'], string> = {
  waiting: msg('Waiting'),
  delivered: msg('Delivered'),
  failed: msg('Failed'),
};
