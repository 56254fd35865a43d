import { describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { requestOfCommandLink } from '../../../src/core/command/command-text.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import { moreWithClip } from '../../../src/core/command/message-actions.ts'
import { type JobRecord, type JobState, lateTaskNote } from '../../../src/core/job/job.ts'
import { cancelButton, onceMoreButtons, resultButtons } from '../../../src/core/job/job-buttons.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { commandLinkText } from '../../../src/core/message/command-link.ts'
import type { Block } from '../../../src/core/message/message.ts'
import type { Outcome } from '../../../src/core/outcome.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'
import { outcomeOf, output, twoTakes } from '../../support/service/outcome.ts'

const id = `b07x${'a'.repeat(25)}`
const name = jobName(id)

/** The buttons of each row, with what they ask for. */
const rowsOf = (blocks: readonly Block[]): string[][] =>
  blocks.map((block) =>
    block.kind === 'buttons'
      ? block.buttons.map(({ label, commandLink }) => `${label}: ${commandLinkText(commandLink)}`)
      : [],
  )

const rows = (outcome: Outcome, features: readonly Feature[] = [music, remix]) =>
  rowsOf(resultButtons({ id, outcome }, features))

const onceMore = [`Again: /jobs again job:${name}`, `Edit: /jobs edit job:${name}`]
const remove = `Delete: /jobs delete job:${name}`

const another = (name: string, takeAction: string): Feature => ({ ...remix, name, takeAction })

describe('the button that cancels', () => {
  test.each<[JobState, string, object]>([
    ['requested', 'Cancel', { if_free: true }],
    ['accepted', 'Cancel', { if_free: true }],
    ['submitting', 'billed', {}],
    ['submitted', 'billed', {}],
    ['uncertain', 'billed', {}],
  ])('what is %s says that it may cost, or asks only for what is free', (state, label, promise) => {
    const button = cancelButton({ id, state })
    expect(button.label).toContain(label)
    expect(requestOfCommandLink(allCommands, button.commandLink).values).toEqual({ job: id, ...promise })
  })
})

describe('below a result', () => {
  test('are a row for the whole and one for each take, with the features that take a clip', () => {
    const master = another('master', 'Master')
    const voice = another('voice', 'New voice')
    expect(rows(twoTakes, [music, remix, voice, master])).toEqual([
      [...onceMore, remove],
      [
        `Remix 1: /remix clip:${name}.1`,
        `New voice 1: /voice clip:${name}.1`,
        `Master 1: /master clip:${name}.1`,
      ],
      [
        `Remix 2: /remix clip:${name}.2`,
        `New voice 2: /voice clip:${name}.2`,
        `Master 2: /master clip:${name}.2`,
      ],
    ])
  })

  test('a take that is the only one needs no number, and keeps its own where another never came', () => {
    expect(rows(outcomeOf([output(1)]))[1]).toEqual([`Remix: /remix clip:${name}.1`])
    const late = outcomeOf([output(1, { audioUrl: undefined }), output(2)])
    expect(rows(late)).toEqual([[...onceMore, remove], [`Remix: /remix clip:${name}.2`]])
  })

  test('are none for the file of a transcript without words', () => {
    expect(rows(outcomeOf([output(1, { audioUrl: 'https://cdn.example/1.srt' })]))).toEqual([
      [...onceMore, remove],
    ])
  })

  test('are for a take as many as fit into a row: the first ones of the list, and the way to the others', () => {
    const many = Array.from({ length: 8 }, (_, index) => another(`f${index}`, `Deed ${index}`))
    expect(rows(outcomeOf([output(1)]), many)[1]).toEqual([
      ...[0, 1, 2, 3].map((index) => `Deed ${index}: /f${index} clip:${name}.1`),
      `More: /${moreWithClip} take:${name}.1`,
    ])
  })

  test('have the take without loss among them, where the service has such a file', () => {
    const wavUrl = 'https://cdn.example/1.wav'
    const wav = `WAV: /result job:${name} take:1 wav:yes`
    expect(rows(outcomeOf([output(1, { wavUrl })]))[1]).toEqual([`Remix: /remix clip:${name}.1`, wav])
    const many = Array.from({ length: 8 }, (_, index) => another(`f${index}`, `Deed ${index}`))
    expect(rows(outcomeOf([output(1, { wavUrl })]), many)[1]?.slice(2)).toEqual([
      `Deed 2: /f2 clip:${name}.1`,
      wav,
      `More: /${moreWithClip} take:${name}.1`,
    ])
    const same = output(1, { audioUrl: wavUrl, wavUrl })
    expect(rows(outcomeOf([same]))[1]).toEqual([`Remix: /remix clip:${name}.1`])
  })

  test('are none for what cannot be heard, such as the file of a transcript', () => {
    const transcript = { ...outcomeOf([output(1)]), transcription: 'la la' }
    expect(rows(transcript)).toEqual([[...onceMore, remove]])
  })

  test('its words can be read where it does not show them; those alone can be sung', () => {
    const lyrics = 'Heave ho'
    expect(rows(outcomeOf([output(1, { lyrics })]), [])).toEqual([
      [...onceMore, `Lyrics: /jobs lyrics job:${name}`, remove],
    ])
    const sing = `Sing this: /jobs sing job:${name}`
    const alone = (words: string) =>
      rows(outcomeOf([output(1, { lyrics: words, audioUrl: undefined })]), [remix])
    expect(alone(lyrics)).toEqual([[...onceMore, sing, remove]])
    expect(alone('x'.repeat(1_501))).toEqual([
      [...onceMore, `Lyrics: /jobs lyrics job:${name}`, sing, remove],
    ])
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
  expect(rowsOf([onceMoreButtons(jobRecord({ id, ...fields }))])).toEqual([row])
})
