import { keys } from './patches/keys.ts'
import { plucked } from './patches/plucked.ts'
import { sustained } from './patches/sustained.ts'
import { synthesisers } from './patches/synthesisers.ts'

/** Every instrument by its name. */
export const patches = { ...plucked, ...keys, ...sustained, ...synthesisers } as const

export type PatchName = keyof typeof patches
