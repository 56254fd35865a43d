import { configureGlobal } from 'fast-check'
import { runs } from './runs.ts'

// `npm run test:long` looks at many more examples of every property.
configureGlobal({ numRuns: runs(100, 2_000) })
