import type { AudioFormat } from '../encode/formats.ts'

/** The clip to master, the reference to match, and the output format; undefined = the clip's own. */
export type MasteringOrder = {
  readonly clipPath: string
  readonly referencePath: string
  readonly format: AudioFormat | undefined
}
