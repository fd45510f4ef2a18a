// Inputs of every-change.test.ts.
import { testPassword } from '../../testing/test-server.ts';

/** A mobile user as the call that adds one expects it. */
export const newUser = {
  username: 'new.user',
  name: 'New',
  email: 'new@example.org',
  phonenumber: '03001234567',
  designation: 'Surveyor',
  password: testPassword,
  cnic: '35202-1234567-1',
} as const;

/** A second administrator, whom the first adds, blocks and removes. */
export const second = { email: 'second@example.org', name: 'Second' };

export const pinFields = {
  pin: '0009',
  ratingarea: 'A',
  Locality: 'C',
  Street_Address: 'House 1',
  OwnerName: 'Owner',
};

/** Limits that are set for the second administrator. */
export const limits = { circles: null, read_only: true };
