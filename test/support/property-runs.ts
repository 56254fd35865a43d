import { configureGlobal } from 'fast-check'

// `npm run test:long` looks at many more examples of every property.
if (process.env.TEST_LONG) configureGlobal({ numRuns: 2_000 })
