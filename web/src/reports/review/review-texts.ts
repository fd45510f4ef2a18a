// Words for states of review and for what a note can mean.
import type { NoteField, Outcome, ReviewState, ThreadEntry } from '@survey/contract';
import { msg } from '../../text/text.ts';
import type { StatusTone } from '../../ui/status-badge.tsx';

export const stateLabels: Record<ReviewState, string> = {
  new: msg('new'),
  in_question: msg('in question'),
  sent_back: msg('sent back'),
  accepted: msg('accepted'),
  accepted_unseen: msg('accepted unseen'),
};

export const stateTones: Record<ReviewState, StatusTone> = {
  new: 'grey',
  in_question: 'amber',
  sent_back: 'amber',
  accepted: 'green',
  accepted_unseen: 'grey',
};

/** Labels of the fields, as the details of a report have them. */
export const noteFieldLabels: Record<NoteField, string> = {
  photo: msg('Photo'),
  place: msg('Place'),
  land: msg('Land Type'),
  floors_num: msg('Floors'),
  basement: msg('Basement'),
  Store_front: msg('Store Front'),
  land_area: msg('Land Area'),
  covered_area: msg('Covered Area'),
  info: msg('Info'),
  other: msg('Other'),
  comments: msg('Comments'),
};

export const entryLabels: Record<ThreadEntry['kind'], string> = {
  note: msg('Note'),
  in_question: msg('In question'),
  sent_back: msg('Sent back'),
  answer: msg('Answer'),
};

export const outcomeLabels: Record<Outcome, string> = {
  surveyed: msg('surveyed'),
  locked: msg('locked'),
  refused: msg('refused'),
  not_found: msg('not found'),
  under_construction: msg('under construction'),
  demolished: msg('demolished'),
  merged: msg('merged'),
  other: msg('other'),
};
