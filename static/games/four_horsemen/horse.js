// Outline of a horse's head looking left, in a box of 100 by 100.

export const HORSE =
  'M30 94c0-14 3-22 10-30-8 2-14 4-18 9-4 2-10 0-13-5-2-4 0-8 4-12 5-8 8-13 11-22 2-7 6-12 11-15l1-13 10 9 4-9 6 12c19 5 31 20 33 42 1 13-2 23-3 34z'
export const MANE = 'M58 20c14 9 22 26 22 50M52 30c12 9 18 22 19 42'
