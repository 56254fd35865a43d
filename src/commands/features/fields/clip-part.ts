import type { Clip } from '../../../core/clip/clip.ts'
import type { Field, Problem } from '../../../core/fields/field.ts'
import { time } from '../../../core/fields/field-builders.ts'
import { say } from '../../../core/text/say.ts'
import { inMilliseconds, type Seconds, seconds, timeText } from '../../../core/time.ts'

/** Where a part of a clip begins and ends. */
export const partFields: { start: Field<Seconds>; end: Field<Seconds> } = {
  start: time({ label: 'Start', help: 'Where the part begins, such as 0:45 or 83.5s' }),
  end: time({ label: 'End', help: 'Where the part ends, such as 1:23.5' }),
}

interface Part {
  clip: Clip
  start: Seconds
  end: Seconds
}

/** What could be read of it. */
type PartRead = { [K in keyof Part]: Part[K] | undefined }

/** Of an upload it is known once it was read. */
const lengthOf = (clip: Clip): number | undefined => (clip.kind === 'link' ? undefined : clip.seconds)

/**
 * Lengths are shown in whole seconds, so an end that was copied from one may lie a little behind the clip's.
 */
const shownLength = (length: number): Seconds => seconds(Math.ceil(length))

/**
 * What encoders put around a sound counts as a part of its length, and readers leave it out or not. Nobody
 * hears so little missing at the end; the service refuses a part that goes on behind it, if by a millisecond.
 */
const paddingSeconds = 0.1

/** Where the part ends in a clip of known length: so that it surely lies within. */
export const partEnd = ({ clip, end }: Pick<Part, 'clip' | 'end'>): Seconds => {
  const length = lengthOf(clip)
  return length === undefined ? end : seconds(Math.min(end, Math.max(0, length - paddingSeconds)))
}

/** A length that may be copied into a form: no more than it is. */
const lengthText = (length: number): string => timeText(seconds(Math.floor(length * 10) / 10))

const orderProblems = (start: Seconds, end: Seconds): readonly Problem[] => {
  if (start < end) return []
  const [from, to] = [timeText(start), timeText(end)]
  return [
    {
      field: 'end',
      text: say('End ({{to}}) must come after Start ({{from}}). Change one of them.', { from, to }),
    },
  ]
}

/** What is wrong with the ends of a part in a clip of known length. */
const endProblems = (
  clip: Clip,
  length: number,
  { start, end }: { start: Seconds | undefined; end: Seconds | undefined },
): readonly Problem[] => {
  const most = lengthText(length)
  if (end !== undefined && end > shownLength(length))
    return [
      {
        field: 'end',
        text: say('End ({{to}}) comes after the end of the clip, which is {{most}} long.', {
          to: timeText(end),
          most,
        }),
      },
    ]
  const last = partEnd({ clip, end: end ?? shownLength(length) })
  if (start === undefined || inMilliseconds(start) < inMilliseconds(last)) return []
  return [
    {
      field: 'start',
      text: say('Start ({{from}}) must come before the end of the clip, which is {{most}} long.', {
        from: timeText(start),
        most,
      }),
    },
  ]
}

/**
 * What is wrong with a part: it ends before it begins, or behind the clip, where its length is known; as far
 * as these are there.
 */
export const partProblems = ({ clip, start, end }: PartRead): readonly Problem[] => {
  const order = start === undefined || end === undefined ? [] : orderProblems(start, end)
  const length = clip && lengthOf(clip)
  if (clip === undefined || length === undefined) return order
  return [...order, ...endProblems(clip, length, { start, end: order.length > 0 ? undefined : end })]
}
