import { expect, test } from 'vitest';
import { detailRows, labelOf } from './detail-rows.ts';

test('before and after stand beside each other, ids are left out', () => {
  const rows = detailRows({
    user_id: 7,
    before: { name: 'Ali', status: true },
    after: { name: 'Ali Raza', status: true },
  });
  expect(rows).toEqual([
    { key: 'name', before: 'Ali', after: 'Ali Raza' },
    { key: 'status', before: 'yes', after: 'yes' },
  ]);
});

test('what was taken away has nothing after', () => {
  expect(detailRows({ circle: 'Model Town', before: { used: 3, not_used: 5 } })).toEqual([
    { key: 'circle', after: 'Model Town' },
    { key: 'used', before: '3', after: '–' },
    { key: 'not_used', before: '5', after: '–' },
  ]);
});

test('long lists are cut with their length, unknown names are shown in their own words', () => {
  const usernames = Array.from({ length: 12 }, (_, index) => `u${index}`);
  expect(detailRows({ usernames })[0]?.after).toMatch(/^u0, u1, .*u9 … \(12\)$/);
  expect(labelOf('some_new_key')).toBe('some new key');
});
