// All keyboard shortcuts in one table, for the `?` dialog and the listeners.
import { msg } from '../text/text.ts';

export interface Shortcut {
  /** Alternatives, each a list of keys pressed together. */
  keys: readonly (readonly string[])[];
  does: string;
}

export interface ShortcutGroup {
  where: string;
  shortcuts: readonly Shortcut[];
}

export const shortcuts: readonly ShortcutGroup[] = [
  {
    where: msg('Everywhere'),
    shortcuts: [
      { keys: [['Ctrl', 'K']], does: msg('Go to a page, user, circle, PIN, view or action') },
      { keys: [['/']], does: msg('Search on this screen') },
      { keys: [['?']], does: msg('Show these shortcuts') },
      { keys: [['Esc']], does: msg('Close what is open') },
    ],
  },
  {
    where: msg('Tables'),
    shortcuts: [
      { keys: [['←'], ['→']], does: msg('Scroll sideways') },
      { keys: [['Enter']], does: msg('Open the row') },
      { keys: [['X']], does: msg('Select the row') },
      { keys: [['Shift', 'X']], does: msg('Select from the last row to this one') },
    ],
  },
  {
    where: msg('An open report'),
    shortcuts: [
      { keys: [['→'], ['J']], does: msg('Next report, over all pages') },
      { keys: [['←'], ['K']], does: msg('Previous report') },
    ],
  },
  {
    where: msg('Review queue'),
    shortcuts: [
      { keys: [['A']], does: msg('Accept the report') },
      { keys: [['S']], does: msg('Send it back with a note') },
      { keys: [['Q']], does: msg('Put it in question') },
      { keys: [['N']], does: msg('Write a note') },
      { keys: [['C']], does: msg('The next report that a flag compares with') },
      { keys: [['P']], does: msg('Open the photo') },
      { keys: [['→'], ['←']], does: msg('Next and previous report') },
    ],
  },
  {
    where: msg('A large photo'),
    shortcuts: [
      { keys: [['+'], ['-'], ['0']], does: msg('Zoom in, out, back to the whole') },
      { keys: [['R'], ['Shift', 'R']], does: msg('Turn right, turn left') },
      { keys: [['→'], ['←']], does: msg('Next and previous photo') },
    ],
  },
  {
    where: msg('List of columns'),
    shortcuts: [
      {
        keys: [
          ['Alt', '↑'],
          ['Alt', '↓'],
        ],
        does: msg('Move the column'),
      },
      {
        keys: [
          ['Alt', '←'],
          ['Alt', '→'],
        ],
        does: msg('Make the column narrower or wider'),
      },
    ],
  },
];
