import type { Fact } from '../message/message.ts'
import { say } from '../text/say.ts'

/** When a budget's figures begin again. */
export const startsAnewFact = ({ resetsAtMs }: { resetsAtMs: number | undefined }): Fact => ({
  label: say('Starts anew'),
  value: resetsAtMs === undefined ? say('never by itself') : { atMs: resetsAtMs },
})
