// Outlines of the four suits, for every picture of a card; they differ in shape first, then in colour.

/** The suits' outlines, each in a box of 100 by 100. @type {Record<string, string>} */
export const SUITS = {
  C: 'M50 4a21 21 0 0 1 18.5 31A21.5 21.5 0 1 1 57 70c1.5 12 6 20 15 26H28c9-6 13.5-14 15-26a21.5 21.5 0 1 1-11.5-35A21 21 0 0 1 50 4z',
  D: 'M50 2c10 18 21 33 36 48-15 15-26 30-36 48-10-18-21-33-36-48C29 35 40 20 50 2z',
  H: 'M50 96C38 76 6 58 6 32 6 16 17 6 29 6c10 0 17 6 21 16C54 12 61 6 71 6c12 0 23 10 23 26 0 26-32 44-44 64z',
  S: 'M50 3c10 22 42 36 42 60a21 21 0 0 1-36 15c2 8 7 13 14 18H30c7-5 12-10 14-18A21 21 0 0 1 8 63C8 39 40 25 50 3z',
}
