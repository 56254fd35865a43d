import { describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { requestOfCommandLink } from '../../../src/core/command/command-text.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import { moreWithClip } from '../../../src/core/command/message-actions.ts'
import { type JobRecord, type JobState, lateTaskNote } from '../../../src/core/job/job.ts'
import { cancelButton, onceMoreButtons, resultButtons } from '../../../src/core/job/job-buttons.ts'
import { lineageNote } from '../../../src/core/job/lineage.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { commandLinkText } from '../../../src/core/message/command-link.ts'
import type { Button } from '../../../src/core/message/message.ts'
import type { Outcome } from '../../../src/core/outcome.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'
import { outcomeOf, output, twoTakes } from '../../support/service/outcome.ts'

const id = `b07x${'a'.repeat(25)}`
const name = jobName(id)

/** Buttons with what they ask for. */
const told = (buttons: readonly Button[] = []): string[] =>
  buttons.map(({ label, commandLink }) => `${label}: ${commandLinkText(commandLink)}`)

/** The row and the menu below a result. */
const below = (
  outcome: Outcome,
  features: readonly Feature[] = [music, remix],
  notes: JobRecord['notes'] = {},
) => {
  const { buttons, more } = resultButtons({ id, outcome, notes }, features)
  return { row: told(buttons), menu: told(more) }
}

const onceMore = [`Again: /jobs again job:${name}`, `Edit: /jobs edit job:${name}`]
const remove = `Delete: /jobs delete job:${name}`
const rated = (take: number, label = ` ${take}`) => [
  `Like${label}: /jobs rate job:${name} take:${take} rating:good`,
  `Dislike${label}: /jobs rate job:${name} take:${take} rating:bad`,
]

const another = (name: string, takeAction: string): Feature => ({ ...remix, name, takeAction })

describe('the button that cancels', () => {
  test.each<[JobState, string, object]>([
    ['requested', 'Cancel', { if_free: true }],
    ['accepted', 'Cancel', { if_free: true }],
    ['submitting', 'Hide result', {}],
    ['submitted', 'Hide result', {}],
    ['uncertain', 'Hide result', {}],
  ])('is offered for what is %s only if that saves its cost', (state, label, promise) => {
    const button = cancelButton({ id, state })
    expect(button.label).toBe(label)
    expect(requestOfCommandLink(allCommands, button.commandLink).values).toEqual({ job: id, ...promise })
  })
})

describe('below a result', () => {
  const lyricsButton = `Lyrics: /jobs lyrics job:${name}`
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => another(`f${index}`, `Deed ${index}`))

  test('are the first feature for each take, and the request again; the rest is folded away, take by take', () => {
    const features = [music, remix, another('voice', 'New voice'), another('master', 'Master')]
    expect(below(twoTakes, features)).toEqual({
      row: [`Remix 1: /remix clip:${name}.1`, `Remix 2: /remix clip:${name}.2`, ...onceMore],
      menu: [
        `New voice 1: /voice clip:${name}.1`,
        `Master 1: /master clip:${name}.1`,
        `New voice 2: /voice clip:${name}.2`,
        `Master 2: /master clip:${name}.2`,
        ...rated(1),
        ...rated(2),
        remove,
      ],
    })
  })

  test('a take that is the only one needs no number, and keeps its own where another never came', () => {
    const alone = { row: [`Remix: /remix clip:${name}.1`, ...onceMore], menu: [...rated(1, ''), remove] }
    expect(below(outcomeOf([output(1)]))).toEqual(alone)
    const late = outcomeOf([output(1, { audioUrl: undefined }), output(2)])
    expect(below(late).row[0]).toBe(`Remix: /remix clip:${name}.2`)
  })

  test('tell what a result was made from, if anything', () => {
    const lineage = `Lineage: /jobs lineage job:${name}`
    const notes = { [lineageNote]: '[]' }
    expect(below(outcomeOf([output(1)]), [remix], notes).menu).toEqual([...rated(1, ''), lineage, remove])
  })

  test.each([
    ['a transcript without words', outcomeOf([output(1, { audioUrl: 'https://cdn.example/1.srt' })])],
    ['what cannot be heard', { ...outcomeOf([output(1)]), transcription: 'la la' }],
  ])('are for the file of %s those of the request alone', (_, outcome) => {
    expect(below(outcome)).toEqual({ row: [...onceMore, remove], menu: [] })
  })

  test('all stand in the row where they fit, as those of a result that is shown again, which is not rated', () => {
    const mark = { job: id, source: 'trainedAlgorithmicMedia' } as const
    expect(below({ ...outcomeOf([output(1)]), mark }, many(2))).toEqual({
      row: [`Deed 0: /f0 clip:${name}.1`, `Deed 1: /f1 clip:${name}.1`, ...onceMore, remove],
      menu: [],
    })
    expect(below(outcomeOf([output(1)]), many(3)).menu).toHaveLength(5)
  })

  test('are for takes too many for the row all in the menu', () => {
    const takes = [1, 2, 3, 4].map((number) => output(number))
    expect(below(outcomeOf(takes))).toEqual({
      row: onceMore,
      menu: [
        ...[1, 2, 3, 4].map((number) => `Remix ${number}: /remix clip:${name}.${number}`),
        ...[1, 2, 3, 4].flatMap((number) => rated(number)),
        remove,
      ],
    })
  })

  test('are for takes too many for the menu an entry each, which leads to the rest', () => {
    const takes = [1, 2, 3, 4].map((number) => output(number))
    expect(below(outcomeOf(takes), many(7))).toEqual({
      row: onceMore,
      menu: [
        ...[1, 2, 3, 4].map((number) => `Take ${number}: /${moreWithClip} take:${name}.${number}`),
        remove,
      ],
    })
    expect(below(outcomeOf(takes), many(6)).menu).toHaveLength(25)
  })

  test('have the take without loss among them, where the service has such a file', () => {
    const wavUrl = 'https://cdn.example/1.wav'
    const wav = `WAV: /result job:${name} take:1 wav:yes`
    expect(below(outcomeOf([output(1, { wavUrl })])).menu).toContain(wav)
    const { row, menu } = below(outcomeOf([output(1, { audioUrl: wavUrl, wavUrl })]))
    expect([...row, ...menu]).not.toContain(wav)
  })

  test('its words can be read where it does not show them; those alone can be sung', () => {
    const lyrics = 'Heave ho'
    expect(below(outcomeOf([output(1, { lyrics })]), [])).toEqual({
      row: onceMore,
      menu: [...rated(1, ''), lyricsButton, remove],
    })
    const sing = `Sing this: /jobs sing job:${name}`
    const alone = (words: string) =>
      below(outcomeOf([output(1, { lyrics: words, audioUrl: undefined })]), [remix]).row
    expect(alone(lyrics)).toEqual([...onceMore, sing, remove])
    expect(alone('x'.repeat(1_501))).toEqual([...onceMore, lyricsButton, sing, remove])
  })
})

test.each<[string, Partial<JobRecord>, readonly string[]]>([
  ['failed', { state: 'failed' }, [...onceMore, remove]],
  ['was refused', { state: 'voided' }, [...onceMore, remove]],
  ['is booked, and nothing can tell of it', { state: 'booked' }, [...onceMore, remove]],
  ['is booked, and may be called back', { state: 'booked', callback: true }, onceMore],
  ['is booked, and whose task was named too late', { state: 'booked', taskId: 'task-1' }, onceMore],
  ['is booked, and of which a callback named tasks', { state: 'booked', hintedTasks: ['task-1'] }, onceMore],
  [
    'is booked, and whose task a callback named',
    { state: 'booked', notes: { [lateTaskNote]: 'task-1' } },
    onceMore,
  ],
  ['did not end in time', { state: 'expired', taskId: 'task-1' }, onceMore],
])('what %s can be had again or changed, and deleted once nothing can come', (_, fields, row) => {
  expect(told(onceMoreButtons(jobRecord({ id, ...fields })).buttons)).toEqual(row)
})
