// Everything the server says to people: English by id, ICU messages (ADR 46). An answer carries the sentence and,
// beyond spec 7, its id and values, by which the console says it in another language. Ids are stable; sentences
// may be reworded unless spec 5 or spec 8 quotes them.
import { sessionEnded } from './errors.ts';
import { fieldMessages } from './field-messages.ts';
import { checkMessages, flagMessages } from './flag-messages.ts';
import { programMessages } from './program-messages.ts';
import { undoMessages } from './undo-messages.ts';

export const messages = {
  ...fieldMessages,
  ...flagMessages,
  ...checkMessages,
  ...undoMessages,
  ...programMessages,

  // Requests, sessions and the server itself.
  'login-failed': 'Login failed. Please try again.',
  'wrong-credentials': 'Email or password is not correct.',
  'account-blocked': 'This account is blocked. Please ask your administrator.',
  'phone-account-blocked': 'This account is blocked.',
  'second-factor-required': 'Enter the code of your authenticator app, or a recovery code.',
  'second-factor-wrong': 'The code is not correct, or was used already.',
  'sign-in-wait-seconds': 'Too many failed sign-ins. Please try again in {count} seconds.',
  'sign-in-wait-minutes':
    'Too many failed sign-ins. Please try again in {count, plural, one {1 minute} other {{count} minutes}}.',
  'sign-in-wait-hours':
    'Too many failed sign-ins. Please try again in {count, plural, one {1 hour} other {{count} hours}}.',
  'access-not-allowed': 'Access not allowed',
  'cross-site':
    'Sign-in is refused from a page of another site. Its origin is not among CORS_ORIGINS of this server.',
  'session-ended': sessionEnded,
  'internal-error': 'Something went wrong on our side. Nothing was changed. Please try again.',
  unavailable: 'The server is busy or its database is away. Please try again in a moment.',
  'gone-meanwhile':
    'What this change is about has been removed meanwhile. Nothing was changed. Please look again.',
  'too-many-reads': 'You are asking for too much at once. Please wait a moment.',
  'too-many-exports':
    'Two exports of yours are running already. Please try again when one of them has ended.',
  'too-many-live': 'Too many windows follow live updates.',
  'body-too-slow':
    'The request came too slowly and was given up. Nothing was changed. Please try again.',
  'body-too-large': 'The request is larger than the server accepts.',
  'body-too-deep': 'The body has more than {most} lists and objects inside each other.',
  'body-encoded': 'Encoded bodies are not accepted: send it as it is.',
  'content-type': 'This kind of content is not accepted here.',
  'not-in-charset': 'The bytes of the request are no text in {charset}. Send it in UTF-8.',
  'query-too-long': 'The form has more than {most} fields.',
  'no-http-request': 'The bytes are no HTTP request that the server takes.',
  'json-broken': 'The body is not valid JSON: {reason}',
  'form-broken': 'The form cannot be read: {reason}',
  'form-too-many-parts': 'The form has too many parts.',
  'xml-broken': 'The form’s XML cannot be read: {reason}',
  'xml-missing': 'The form’s XML is missing: the file "xml_submission_file".',
  'no-form': 'There is no form "{form}" here. Refresh the list of forms on the phone.',
  'file-not-of-form':
    'The form names no file "{file}": the report is not stored, because the file would be lost.',
  'no-phone': 'There is no phone {id}. It may have been ended.',
  'phone-was-ended': 'The phone "{phone}" of {username} is ended.',
  'phone-sign-in': 'Sign in with the username and password of a surveyor.',
  'phone-ended':
    'This phone is not set up any more. Your reports stay on it: ask the office for a new QR code.',
  'sign-in-code-wrong':
    'This code is not valid, or not any more: a code works once, within 24 hours. Ask your office for a new one.',
  'rescue-of-blocked':
    '{username} is blocked. Unblock the account for the import; it can be blocked again afterwards.',
  'circle-closed': 'Noted: nothing is left to do in "{circle}".',
  'circle-opened': 'Noted: there is work in "{circle}" again.',
  'form-stored': 'Stored.',
  'form-stored-unassigned': 'Stored. The PIN is not on your list: the office sees that.',
  'form-awaits-photo': 'Stored. The photo is still to come.',
  'field-bytes': 'At most {most} bytes are accepted.',
  'no-such-path': 'There is no {method} {path}',
  'metrics-token': 'Figures are for who has METRICS_TOKEN.',

  // Uploads and their rows.
  'upload-too-large':
    'The upload is too large: at most {rows} rows and {size} are accepted at once.',
  'upload-list-place':
    'must be a list, and come before other members: beside it {size} kB and {levels} levels are read',
  'rows-refused':
    '{first} (and {more, plural, one {1 more row} other {{more} more rows}} that cannot be taken)',
  'row-missing': 'Row {row}: Missing Circle or Pin',
  'row-status': 'Row {row}: Invalid status "{status}"',
  'row-cell': 'Row {row}: {column} {problem}',
  'row-nul': 'Row {row}: column "{column}" holds a NUL character',
  'row-pin-digits': 'Row {row}: Pin has more digits than a number keeps; send it as text',
  'row-half-character':
    'Row {row}: column "{column}" holds half a character (an unpaired surrogate)',
  'row-cell-digits':
    'Row {row}: column "{column}" holds a number with more digits than a number keeps; send it as text',
  'row-long-cell': 'Row {row}: {column} has more than {most} characters',
  'row-no-columns': 'Row {row}: is not a row with columns',
  'row-no-cell': 'Row {row}: column "{column}" holds a list or an object, not a cell',
  'row-wide': 'Row {row}: has more than {most} columns',
  'row-deep': 'Row {row}: holds lists or objects more than {most} deep',
  'row-large': 'Row {row}: larger than the {most} kB that one row may have.',
  'upload-done': 'Upload successful: {stored} stored, {updated} updated, {unchanged} unchanged.',
  'upload-done-unassignable':
    'Upload successful: {stored} stored, {updated} updated, {unchanged} unchanged. {unassignable, plural, one {# row has no Circle or no Pin: it is kept but} other {# rows have no Circle or no Pin: they are kept but}} cannot be assigned.',
  'statuses-done': 'Successfully processed {count} records',
  'statuses-matched-none': 'No record matches an assigned pin. Nothing was set.',

  // Circles and pins on lists.
  'no-circle': 'There is no circle "{circle}".',
  'circle-not-assigned': 'Circle {circle} is not assigned to {username}.',
  'circle-added':
    'Circle added successfully: {added, plural, one {1 pin} other {{added} pins}} added, {there} already there',
  'circle-added-to-users':
    'Circle added successfully to {users, plural, one {1 user} other {{users} users}}: {added, plural, one {1 pin} other {{added} pins}} added, {there} already there',
  'circle-started-over':
    'Circle updated successfully: {pins, plural, one {1 pin} other {{pins} pins}}, {again} of them started over',
  'circle-removed': 'Circle {circle} removed successfully',
  'circle-split':
    'Circle split successfully: {units, plural, one {1 unit is} other {{units} units are}} shared out among {users, plural, one {1 user} other {{users} users}}',
  'split-twice': 'PIN {pin} is in the shares of two users. Nothing was changed.',
  'split-none': 'None of the units of these shares is left to survey. Nothing was changed.',
  'split-changed':
    'Units have been surveyed or changed meanwhile: {now, plural, one {1 unit is} other {{now} units are}} left now, not {expected}. Nothing was changed.',
  'pin-added': 'Pin {pin} added successfully',
  'pin-deleted': 'Pin {pin} deleted successfully',
  'pin-exists': 'Pin already exists in this circle',
  'no-pin': 'There is no pin with id {id}',
  'pin-left-list': 'Pin {pin} is no longer on the list of {username}.',
  'pin-not-on-list': 'PIN {pin} of circle {circle} is not on the list of {username}.',
  'no-unit': 'There is no PIN {pin} in circle {circle}.',
  'unit-corrected': 'PIN {pin} is corrected.',
  'unit-as-it-was': 'PIN {pin} is as it was: nothing differs.',
  'unit-withdrawn':
    'PIN {pin} is withdrawn: {lists, plural, =0 {it was on no list} one {1 list has lost it} other {{lists} lists have lost it}}, {reports, plural, =0 {it has no reports} one {1 report stays} other {{reports} reports stay}}.',
  'unit-has-reports':
    'PIN {pin} has {count, plural, one {1 report that carries} other {{count} reports that carry}} its number. Withdraw the unit and add the right one instead.',
  'pins-transferred': 'Pins transferred successfully! {moved} moved to {target}',
  'pins-transferred-merged':
    'Pins transferred successfully! {moved} moved to {target}, {there} were already there',
  'transfer-to-self': 'Pins cannot be transferred to the user who has them.',
  'transfer-other-user': 'must be another user than the source',
  'transfer-to-blocked':
    '{username} is blocked and cannot take pins. Unblock the user first or choose another.',
  'pin-used': 'PIN {pin} of {username} is now USED.',
  'pin-not-used': 'PIN {pin} of {username} is now NotUsed. It has no report to send back.',
  'pin-sent-back': 'PIN {pin} was sent back to {username} for resubmission.',
  'sort-too-many':
    '{count} reports match, and up to {most} are sorted by another column than the capture. Narrow the filters, or remove them all.',
  'selection-changed':
    'Reports have changed meanwhile: the selection holds {now, plural, one {1 report} other {{now} reports}} now, not {expected}. Nothing was done.',
  'report-made-current':
    'This is the current report of PIN {pin} now; {count, plural, one {the other one is} other {# others are}} in its history.',
  'report-alone': 'PIN {pin} has no other current report.',
  'no-report': 'There is no report {id}.',
  'report-not-current':
    'This report is not current any more: it was replaced or set aside meanwhile. Nothing was done.',
  'report-sent-back-already':
    'This report is sent back and waits for the surveyor. Undo that in Activity, or write a further note.',
  'review-changed':
    '{user} has reviewed this report meanwhile: it {state, select, accepted {was accepted} accepted_unseen {was accepted unseen} in_question {is in question} sent_back {was sent back} other {is new}}. Nothing was done; look at it again.',
  'report-reviewed':
    'PIN {pin}: the report {state, select, accepted {was accepted} in_question {is in question} other {is new}}.',

  // Users, the own account and saved views.
  'user-created': 'User created successfully!',
  'user-active': '{username} is now active.',
  'user-blocked': '{username} is now blocked.',
  'user-deleted': 'User {username} deleted; the reports are kept.',
  'user-deleted-meanwhile': 'The user has been deleted meanwhile.',
  'user-updated': '{username} has been updated.',
  'user-password-reset': 'The password of {username} has been reset.',
  'no-user': 'There is no mobile user {username}.',
  'no-users': 'There is no mobile user {usernames} and {more} more.',
  'no-user-id': 'There is no mobile user with id {id}',
  'user-changed-meanwhile':
    'Somebody else has changed this user meanwhile ({values}). Nothing was stored: open the user again.',
  'username-in-reports': 'stays, because reports carry it',
  taken: 'The {field} has already been taken.',
  'password-change-required':
    'Your password was made for you. Change it on the Account screen first.',
  'second-factor-setup-required':
    'This server asks administrators for a second factor. Switch it on on the Account screen first.',
  'administrator-added': '{email} is an administrator now.',
  'administrator-active': '{email} is now active.',
  'administrator-blocked': '{email} is now blocked.',
  'administrator-removed': '{email} is no administrator any more.',
  'administrator-limited': 'The limits of {email} are set. They sign in again.',
  'administrator-last':
    'The last active administrator without limits cannot be limited, blocked or removed.',
  'limited-reading': 'You may only read. Ask an administrator without limits to change this.',
  'limited-circles': 'This is not for administrators who are limited to some circles.',
  'limited-circle': 'You are not for circle "{circle}".',
  'limited-shared': 'Who may only read cannot share views.',
  'administrator-self': 'This is your own account. Ask another administrator.',
  'no-administrator': 'There is no administrator "{login}".',
  'password-changed': 'Your password has been changed. You are signed out everywhere else.',
  'password-wrong': 'is not correct',
  'password-same': 'is the one you have',
  'password-easy': 'is too easy to guess',
  'password-easy-straight-row':
    'is too easy to guess: Straight rows of keys on your keyboard are easy to guess',
  'password-easy-key-pattern': 'is too easy to guess: Short keyboard patterns are easy to guess',
  'password-easy-simple-repeat':
    'is too easy to guess: Repeated characters like "aaa" are easy to guess',
  'password-easy-extended-repeat':
    'is too easy to guess: Repeated character patterns like "abcabcabc" are easy to guess',
  'password-easy-sequences':
    'is too easy to guess: Common character sequences like "abc" are easy to guess',
  'password-easy-recent-years': 'is too easy to guess: Recent years are easy to guess',
  'password-easy-dates': 'is too easy to guess: Dates are easy to guess',
  'password-easy-top-ten': 'is too easy to guess: This is a heavily used password',
  'password-easy-top-hundred': 'is too easy to guess: This is a frequently used password',
  'password-easy-common': 'is too easy to guess: This is a commonly used password',
  'password-easy-similar-to-common':
    'is too easy to guess: This is similar to a commonly used password',
  'password-easy-word-by-itself': 'is too easy to guess: Single words are easy to guess',
  'password-easy-names-by-themselves':
    'is too easy to guess: Single names or surnames are easy to guess',
  'password-easy-common-names': 'is too easy to guess: Common names and surnames are easy to guess',
  'password-easy-user-inputs':
    'is too easy to guess: There should not be any personal or page related data',
  'signed-out': 'Signed out',
  'session-closed': 'Signed out.',
  'sessions-closed': 'Signed out everywhere.',
  'second-factor-on-already': 'The second factor is on already.',
  'second-factor-on': 'The second factor is on.',
  'second-factor-off': 'The second factor is off.',
  'codes-ended': 'The old codes have ended.',
  'delete-first': '{username} still has an account. Delete the user first.',
  'nobody-deleted': 'No user {username} was deleted here.',
  'no-account': 'There is no account "{login}".',
  'no-second-factor': '"{login}" has no second factor.',
  'no-view': 'There is no view {id} of yours. It may have been deleted.',
  'too-many-views': 'You have {count} views, which is the most. Delete one that you do not need.',
  'view-saved': 'View "{name}" is saved.',
  'view-deleted': 'View "{name}" is deleted.',
  'view-name-taken': 'You have a view with this name already.',
  'view-remembered': 'Remembered.',

  // Phones, their photos and the map.
  'submission-differs':
    'A report with this submission_id is stored already and differs in: {fields}. A new report needs a new submission_id.',
  'list-under-way': 'Your list of pins is on its way already. Please try again in a moment.',
  'hourly-limit':
    'This surveyor has sent more than an hour allows. The report stays on the phone: send it again later.',
  'photo-too-large': 'The photo is larger than {most} MB.',
  'photo-only': 'Only one file is accepted: the photo, named "photo".',
  'photo-as-file': 'The photo must be sent as a file.',
  'photo-empty': 'The photo is empty.',
  'photo-broken': 'The photo is cut off or broken. Please send it once more.',
  'photo-heic': 'HEIC photos cannot be read here. Please send JPEG, PNG or WebP.',
  'photo-no-picture': 'The photo is not a picture. Please send JPEG, PNG or WebP.',
  'photo-pixels': 'The photo has more than {most} million pixels.',
  'photo-side': 'The photo is more than {most} pixels wide or high.',
  'photo-held':
    'The photo takes more than {most} MB to unpack. Please send it as an ordinary JPEG, or smaller.',
  'photo-scans':
    'The photo is a JPEG of more than {most} scans. Please send it as an ordinary JPEG.',
  'photo-damaged':
    'The photo is damaged in the photo store: it is not the file that the phone sent.',
  'photo-not-decoded': 'The photo cannot be decoded here: it has no small version.',
  'photo-link': 'This link to a photo is not valid, or not valid any more.',
  'no-photo': 'There is no such photo.',
  'no-tile': 'There is no such tile.',
  'no-base-map': 'This server has no file with a base map.',
  'base-map-changed': 'The base map was replaced. Please open the map again.',
  'base-map-range': 'The base map has no such bytes.',
} as const;

export type Messages = typeof messages;
export type MessageId = keyof Messages;

/** The placeholder that a piece of a template after `{` begins with. */
type NameAt<Piece> = Piece extends `${infer Inner}}${string}`
  ? Inner extends `${infer Name},${string}`
    ? Name
    : Inner extends `${string} ${string}` | `${string}{${string}`
      ? never
      : Inner
  : never;
type NamesIn<Template> = Template extends `${string}{${infer Rest}`
  ? NameAt<Rest> | NamesIn<Rest>
  : never;

/** What the placeholders of a message stand for. */
export type ValuesOf<Id extends MessageId> = Record<NamesIn<Messages[Id]>, string | number>;
