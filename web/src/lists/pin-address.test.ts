import { expect, test } from 'vitest';
import { pinAddress } from './pin-address.ts';

test.each([
  ['House 12, Block C, Model Town', 'Block C', '', 'House 12, Block C, Model Town'],
  ['House 12', 'Block C', 'Canal Road', 'House 12, Block C, Canal Road'],
  ['12 CANAL ROAD', '', 'Canal Road', '12 CANAL ROAD'],
  ['', 'Block C', '', 'Block C'],
])('%s with %s and %s', (Street_Address, Block, Road, address) => {
  expect(pinAddress({ Street_Address, Block, Road })).toBe(address);
});
