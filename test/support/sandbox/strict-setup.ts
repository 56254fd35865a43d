import { afterAll, afterEach } from 'vitest'
import { checkRefusals, forgetRefusals } from './strict.ts'

// The file before in this process may have ended in any way.
forgetRefusals()

// Hooks run in the opposite order of their registration: these look when the
// file's own have taken everything down.
afterEach(checkRefusals)
afterAll(checkRefusals)
