// fast-check with the same cases in every run, so that a green suite is green again; `make soak` tries new ones.
import fc from 'fast-check'

if (!process.env.RICHELIEU_SOAK) fc.configureGlobal({ seed: 1 })

export default fc
