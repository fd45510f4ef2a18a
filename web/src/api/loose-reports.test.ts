import { calls } from '@survey/contract';
import { describe, expect, it } from 'vitest';
import { readReply } from './read-reply.ts';

const loose = {
  id: '7',
  username: 'ali.raza',
  user_name: null,
  circle: 'Model Town',
  pin: 1234,
  floors_num: '2',
  basement: 1,
  Store_front: '0',
  land_area: '250.5',
  covered_area: '',
  latitude: '31.5',
  longitude: '-74.3',
  capture_time: '05/11/2026 10:00:00',
  resubmission: 'No',
  picture_path: '',
};

const read = (call: Parameters<typeof readReply>[0], answer: unknown) =>
  readReply(call, 200, JSON.stringify(answer));

describe('answers of a backend that writes reports its own way', () => {
  it('refuses what is no list of reports', () => {
    for (const answer of [{}, { data: 'none' }, [], 'fine']) {
      expect(() => read(calls.allReports, answer)).toThrow();
      expect(() => read(calls.changePinStatus, answer)).toThrow();
    }
  });

  it('reads a page of them', () => {
    const answer = { data: [loose], total: '1', last_page: 1, current_page: '1' };
    expect(read(calls.allReports, answer)).toMatchObject({
      total: 1,
      current_page: 1,
      data: [
        {
          id: 7,
          user_name: '',
          pin: '1234',
          floors_num: 2,
          basement: true,
          Store_front: false,
          land_area: 250.5,
          covered_area: null,
          longitude: -74.3,
          resubmission: null,
          picture_path: null,
        },
      ],
    });
  });

  it('tells a report sent back from one that answered', () => {
    const data = ['1', 0].map((resubmission) => ({ ...loose, resubmission }));
    expect(read(calls.reportMultiple, { data })).toMatchObject({
      data: [{ resubmission: 1 }, { resubmission: 0 }],
    });
  });

  it('takes a message without success for a success, and success false at its word', () => {
    expect(read(calls.changePinStatus, { message: 'Done' })).toEqual({
      success: true,
      message: 'Done',
    });
    expect(read(calls.changePinStatus, { success: false, message: 'No' })).toMatchObject({
      success: false,
    });
  });
});
