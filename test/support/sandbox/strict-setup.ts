import { afterAll, afterEach } from 'vitest'
import { checkRefusals, forgetSources } from './strict.ts'

// Hooks run in the opposite order of their registration: these look when the
// file's own have taken everything down.
afterEach(checkRefusals)
afterAll(forgetSources)
afterAll(checkRefusals)
