// Numbers as the reader's language writes them; each formatter is made once.

const language = document.documentElement.lang
const whole = new Intl.NumberFormat(language)
const short = new Intl.NumberFormat(language, { notation: 'compact' })
const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
const share = new Intl.NumberFormat(language, { style: 'percent' })

/** "1,234" @param {number} value */
export const number = (value) => whole.format(value)

/** "1.2K" @param {number} value */
export const compact = (value) => short.format(value)

/** "3.4": one decimal at most. @param {number} value */
export const tenths = (value) => decimal.format(value)

/** "25%" of a part from 0 to 1. @param {number} part */
export const percent = (part) => share.format(part)
