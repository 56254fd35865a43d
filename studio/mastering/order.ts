import type { AudioFormat } from '../encode/formats.ts'

/** Which clip is to be mastered like which reference, and into what form; undefined = the clip's own. */
export type MasteringOrder = {
  readonly clipPath: string
  readonly referencePath: string
  readonly format: AudioFormat | undefined
}
