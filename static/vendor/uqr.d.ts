// Types of uqr.js, from the package.
export { encode } from 'uqr'
