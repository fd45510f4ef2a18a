// States of review of a report. Beyond spec 7.

/**
 * What administrators made of a report. `sent_back` is resubmission 1 (R18); `accepted_unseen` was accepted together
 * with others, without being opened.
 */
export const reviewStates = [
  'new',
  'in_question',
  'sent_back',
  'accepted',
  'accepted_unseen',
] as const;
export type ReviewState = (typeof reviewStates)[number];
