// QR code of a link: ISO/IEC 18004, byte mode, error correction level M, versions 1 to 6, which hold up to 106 bytes.
// Higher versions would need version information and more alignment patterns.

import { h } from '../../vendor/preact.js'

/** By version: bytes of error correction in each block, and the number of blocks. @type {[ec: number, blocks: number][]} */
const BLOCKS = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
]
const CODEWORDS = [26, 44, 70, 100, 134, 172] // by version, data and error correction
const BYTE_MODE = 0b0100
const LEVEL_M = 0b00
const QUIET_MODULES = 4 // of white around the code
/** Whether a mask inverts a module. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** @typedef {boolean[][]} Modules rows of modules; true: dark */

/** Returns the code as a picture, dark on white; null: the text is too long. @param {string} text */
export function qrPicture(text) {
  const modules = qrModules(text)
  if (!modules) return null
  const size = modules.length + 2 * QUIET_MODULES
  const path = modules.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z` : '')),
  )
  return h(
    'svg',
    { viewBox: `0 0 ${size} ${size}`, class: 'qr', 'aria-hidden': 'true' },
    h('path', { d: `M0 0h${size}v${size}H0z`, class: 'qr-paper' }),
    h('path', { d: path.join('') }),
  )
}

/** Returns the modules of the code, under the mask with the lowest penalty; null: the text is too long.
 * @param {string} text @returns {Modules | null} */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text)
  const version = CODEWORDS.findIndex((_, index) => dataLength(index) >= bytes.length + 2)
  if (version < 0) return null
  const bits = toBits(codewords(bytes, version))
  const candidates = MASKS.map((_, mask) => draw(version, bits, mask))
  const penalties = candidates.map(penalty)
  return candidates[penalties.indexOf(Math.min(...penalties))] ?? null
}

/** Returns the number of data bytes of a version; versions are counted from 0 here. @param {number} version */
function dataLength(version) {
  const [ec, blocks] = BLOCKS[version]
  return CODEWORDS[version] - ec * blocks
}

/** Returns data and error correction, interleaved. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const [ec, count] = BLOCKS[version]
  const length = dataLength(version)
  const data = [
    (BYTE_MODE << 4) | (bytes.length >> 4),
    ...Array.from(bytes, (byte, index) => {
      const before = index ? bytes[index - 1] : bytes.length
      return ((before & 15) << 4) | (byte >> 4)
    }),
    ((bytes.at(-1) ?? 0) & 15) << 4,
  ]
  while (data.length < length) data.push((data.length - bytes.length) % 2 ? 17 : 236)
  const divisor = generator(ec)
  const blocks = Array.from({ length: count }, (_, index) => {
    const part = data.slice((index * length) / count, ((index + 1) * length) / count)
    return { part, rest: remainder(part, divisor) }
  })
  return [
    ...interleave(blocks.map(({ part }) => part)),
    ...interleave(blocks.map(({ rest }) => rest)),
  ]
}

/** @param {number[][]} blocks of the same length */
const interleave = (blocks) =>
  (blocks[0] ?? []).flatMap((_, index) => blocks.map((block) => block[index]))

/** @param {number[]} bytes */
const toBits = (bytes) =>
  bytes.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => ((byte >> (7 - bit)) & 1) === 1))

// Reed-Solomon code over the field of 256 elements with the polynomial 0x11d.

/** @param {number} one @param {number} other */
function multiply(one, other) {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((other >> bit) & 1) * one
  }
  return product
}

/** Returns the coefficients of the generator polynomial, highest first, without the leading one. @param {number} degree */
function generator(degree) {
  const result = [...Array(degree - 1).fill(0), 1]
  let root = 1
  for (let step = 0; step < degree; step += 1) {
    for (let place = 0; place < degree; place += 1)
      result[place] = multiply(result[place], root) ^ (result[place + 1] ?? 0)
    root = multiply(root, 2)
  }
  return result
}

/** @param {number[]} data @param {number[]} divisor */
function remainder(data, divisor) {
  const result = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0)
    result.push(0)
    divisor.forEach((coefficient, place) => {
      result[place] ^= multiply(coefficient, factor)
    })
  }
  return result
}

// Drawing.

/** @param {number} version @param {boolean[]} bits @param {number} mask @returns {Modules} */
function draw(version, bits, mask) {
  const size = 21 + 4 * version
  /** @type {(boolean | undefined)[][]} undefined: a place for data */
  const grid = Array.from({ length: size }, () => Array(size).fill(undefined))
  drawPatterns(grid, version)
  drawFormat(grid, (LEVEL_M << 3) | mask)
  const invert = MASKS[mask]
  let next = 0
  for (const [x, y] of dataPlaces(size))
    if (grid[y][x] === undefined) {
      grid[y][x] = (bits[next] ?? false) !== invert(x, y)
      next += 1
    }
  return /** @type {Modules} */ (grid)
}

/** Draws timing lines, the three finders with their margins, and the alignment pattern.
 * @param {(boolean | undefined)[][]} grid @param {number} version */
function drawPatterns(grid, version) {
  const size = grid.length
  for (let place = 0; place < size; place += 1) {
    grid[6][place] = place % 2 === 0
    grid[place][6] = place % 2 === 0
  }
  drawRings(grid, 3, 3, 4)
  drawRings(grid, size - 4, 3, 4)
  drawRings(grid, 3, size - 4, 4)
  if (version > 0) drawRings(grid, size - 7, size - 7, 2)
}

/** Draws rings around a centre; the outer ring of a finder (radius 4) is its margin.
 * @param {(boolean | undefined)[][]} grid @param {number} x @param {number} y @param {number} radius */
function drawRings(grid, x, y, radius) {
  for (let down = -radius; down <= radius; down += 1)
    for (let right = -radius; right <= radius; right += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(right))
      const row = grid[y + down]
      if (row && x + right in row)
        row[x + right] = radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1
    }
}

/** Draws the level and the mask, with their error correction, twice, and the one module that is always dark.
 * @param {(boolean | undefined)[][]} grid @param {number} data five bits */
function drawFormat(grid, data) {
  let rest = data
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((data << 10) | rest) ^ 0x5412
  const size = grid.length
  for (let index = 0; index < 15; index += 1) {
    const dark = ((bits >> index) & 1) === 1
    if (index < 8) grid[index < 6 ? index : index + 1][8] = dark
    else grid[8][index < 9 ? 7 : 14 - index] = dark
    if (index < 8) grid[8][size - 1 - index] = dark
    else grid[size - 15 + index][8] = dark
  }
  grid[size - 8][8] = true
}

/** Yields the places in the order of the data: pairs of columns from the right, upwards and downwards in turn.
 * @param {number} size @returns {Generator<Point>} */
function* dataPlaces(size) {
  for (let right = size - 1; right >= 1; right -= 2) {
    const column = right <= 6 ? right - 1 : right
    const upwards = ((column + 1) & 2) === 0
    for (let step = 0; step < size; step += 1)
      for (const x of [column, column - 1]) yield [x, upwards ? size - 1 - step : step]
  }
}

const FINDER = /(?=10111010000|00001011101)/g

/** Returns the penalty of a code: runs, blocks of four, patterns like a finder, and an uneven share of dark modules.
 * @param {Modules} modules */
function penalty(modules) {
  const rows = modules.map((row) => row.map(Number).join(''))
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(''))
  let sum = 0
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2
    sum += 40 * [...line.matchAll(FINDER)].length
  }
  rows.slice(1).forEach((row, y) => {
    for (let x = 1; x < row.length; x += 1) {
      const block = rows[y].slice(x - 1, x + 1) + row.slice(x - 1, x + 1)
      if (block === '0000' || block === '1111') sum += 3
    }
  })
  const dark = rows.join('').replaceAll('0', '').length / rows.length ** 2
  return sum + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5)
}
