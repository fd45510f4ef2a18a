import { describe, expect, it } from 'vitest';
import { findTargets, type Target } from './find.ts';

const users: Target[] = Array.from({ length: 9 }, (_, index) => ({
  id: `user-${index}`,
  group: 'Users',
  label: `Ali ${index}`,
  detail: `ali.${index}`,
  to: '/report',
}));
const targets: Target[] = [
  { id: 'page-reports', group: 'Pages', label: 'Reports', to: '/report' },
  { id: 'page-upload', group: 'Pages', label: 'Upload', to: '/UPLOAD' },
  { id: 'view-1', group: 'Views', label: 'Morning', to: '/report' },
  { id: 'action-1', group: 'Actions', label: 'Repaint', act: () => undefined },
  ...users,
  { id: 'pin-1', group: 'PINs', label: '0001234', to: '/report' },
];
const ids = (query: string) => findTargets(targets, query).map(({ id }) => id);

describe('findTargets', () => {
  it('offers pages and views before anything is typed', () => {
    expect(ids('  ')).toEqual(['page-reports', 'page-upload', 'view-1']);
  });

  it('needs every word, in any case, in label or detail', () => {
    expect(ids('REP')).toEqual(['page-reports', 'action-1', 'pin-1']);
    expect(ids('ali ali.3')).toEqual(['user-3', 'pin-1']);
  });

  it('shows at most six of a group and leaves PINs to the server', () => {
    expect(ids('ali')).toHaveLength(7);
    expect(ids('ali')).toContain('pin-1');
  });
});
