import type { CircleGroup } from '@survey/contract';
import { describe, expect, test } from 'vitest';
import { groupKey, shareEvenly, sharesOf, withoutOthers } from './share-out.ts';

const group = (from: string, left: number, to = from): CircleGroup => ({
  from,
  to,
  units: left + 1,
  left,
  latitude: null,
  longitude: null,
});

const owner = (groups: readonly CircleGroup[], usernames: string[]) => {
  const owners = shareEvenly(groups, usernames);
  return groups.map((one) => owners.get(groupKey(one)));
};

describe('sharing out evenly', () => {
  test('gives neighbouring groups with about as many units left', () => {
    expect(owner([group('A', 10), group('B', 10), group('C', 20)], ['ali', 'sana'])).toEqual([
      'ali',
      'ali',
      'sana',
    ]);
  });

  test('gives nobody a group of which nothing is left, and nothing where nobody is chosen', () => {
    expect(owner([group('A', 0), group('B', 4)], ['ali'])).toEqual([undefined, 'ali']);
    expect(owner([group('A', 4)], [])).toEqual([undefined]);
  });
});

test('whoever is taken off the surveyors loses the groups', () => {
  const owners = new Map([
    ['a', 'ali'],
    ['b', 'sana'],
  ]);
  expect([...withoutOthers(owners, ['sana'])]).toEqual([['b', 'sana']]);
});

test('neighbouring ranges of PINs with one owner are sent as one, streets each by itself', () => {
  const groups = [
    group('1', 5, '5'),
    group('6', 0, '9'),
    group('10', 5, '14'),
    group('15', 5, '19'),
  ];
  const owners = new Map([
    [groupKey(groups[0] as CircleGroup), 'ali'],
    [groupKey(groups[2] as CircleGroup), 'ali'],
    [groupKey(groups[3] as CircleGroup), 'sana'],
  ]);
  expect(sharesOf(groups, owners, 'pins')).toEqual([
    { username: 'ali', groups: [{ from: '1', to: '14' }] },
    { username: 'sana', groups: [{ from: '15', to: '19' }] },
  ]);
  expect(sharesOf(groups, owners, 'street')[0]?.groups).toHaveLength(2);
});
