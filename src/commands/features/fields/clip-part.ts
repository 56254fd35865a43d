import type { Clip } from '../../../core/clip/clip.ts'
import type { Field, Problem } from '../../../core/fields/field.ts'
import { time } from '../../../core/fields/field-builders.ts'
import { say } from '../../../core/text/say.ts'
import { inMilliseconds, type Seconds, seconds, timeText } from '../../../core/time.ts'

/** The start and end of a part of a clip. */
export const partFields: { start: Field<Seconds>; end: Field<Seconds> } = {
  start: time({ label: 'Start', help: 'Start of the part, such as 0:45 or 83.5s' }),
  end: time({ label: 'End', help: 'End of the part, such as 1:23.5' }),
}

interface Part {
  clip: Clip
  start: Seconds
  end: Seconds
}

/** The values that could be read. */
type PartRead = { [K in keyof Part]: Part[K] | undefined }

/** An upload's length is known once it was read. */
const lengthOf = (clip: Clip): number | undefined => (clip.kind === 'link' ? undefined : clip.seconds)

/** Lengths are shown in whole seconds, so an end copied from one may lie slightly past the clip's end. */
const shownLength = (length: number): Seconds => seconds(Math.ceil(length))

/**
 * Encoder padding counts towards a sound's length, but readers differ in whether they include it. Nobody hears so
 * little missing at the end, while the service refuses a part that ends even a millisecond too late.
 */
const paddingSeconds = 0.1

/** Where the part ends in a clip of known length, so that it certainly lies within it. */
export const partEnd = ({ clip, end }: Pick<Part, 'clip' | 'end'>): Seconds => {
  const length = lengthOf(clip)
  return length === undefined ? end : seconds(Math.min(end, Math.max(0, length - paddingSeconds)))
}

/** A length that can be copied into a form: rounded down. */
const lengthText = (length: number): string => timeText(seconds(Math.floor(length * 10) / 10))

const orderProblems = (start: Seconds, end: Seconds): readonly Problem[] => {
  if (start < end) return []
  const [from, to] = [timeText(start), timeText(end)]
  return [
    {
      field: 'end',
      text: say('End ({{to}}) must come after Start ({{from}}). Change one of them.', { from, to }),
      mends: [{ label: say('Swap Start and End'), values: { start: end, end: start } }],
    },
  ]
}

/** Problems with the ends of a part in a clip of known length. */
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
        text: say('End ({{to}}) is past the end of the clip, which is {{most}} long.', {
          to: timeText(end),
          most,
        }),
        mends: [{ label: say('End at {{time}}', { time: most }), values: { end: most } }],
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
 * Problems with a part: it ends before it starts or, if the length is known, after the clip. Missing values are not
 * checked.
 */
export const partProblems = ({ clip, start, end }: PartRead): readonly Problem[] => {
  const order = start === undefined || end === undefined ? [] : orderProblems(start, end)
  const length = clip && lengthOf(clip)
  if (clip === undefined || length === undefined) return order
  return [...order, ...endProblems(clip, length, { start, end: order.length > 0 ? undefined : end })]
}
