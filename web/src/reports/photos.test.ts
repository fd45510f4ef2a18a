import { expect, it } from 'vitest';
import { photoUrl } from './photos.ts';

it.each([
  ['uploads/7.jpg', '/storage/uploads/7.jpg'],
  ['/uploads/house #7 (2).jpg', '/storage/uploads/house%20%237%20(2).jpg'],
  ['uploads/what?.jpg', '/storage/uploads/what%3F.jpg'],
  ['uploads/house%20%237.jpg', '/storage/uploads/house%20%237.jpg'],
  ['uploads/100%.jpg', '/storage/uploads/100%25.jpg'],
  ['uploads/مکان.jpg', '/storage/uploads/%D9%85%DA%A9%D8%A7%D9%86.jpg'],
  ['ab/c.jpg?expires=1&signature=x', '/storage/ab/c.jpg?expires=1&signature=x'],
  ['https://files.example.org/7.jpg', 'https://files.example.org/7.jpg'],
])('fetches the photo %s from %s', (path, address) => {
  expect(photoUrl(path)).toBe(address);
});
