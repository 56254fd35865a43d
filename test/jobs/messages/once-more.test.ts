import { describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { transcribe } from '../../../src/commands/features/transcribe.ts'
import { type Ending, endings, type JobRecord } from '../../../src/core/job/job.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { lastWord, withOnceMore } from '../../../src/jobs/messages/closing.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'
import { twoTakes } from '../../support/service/outcome.ts'

const songs = new Map([music, remix].map((feature) => [feature.name, feature]))
const features = new Map([...songs, [transcribe.name, transcribe]])
const someClip = { kind: 'link', url: 'https://example.com/a.mp3' }
const below = (job: JobRecord) => withOnceMore(plainMessage('It ended.'), job, features).blocks
const notesOf = (job: JobRecord) => below(job).flatMap((block) => (block.kind === 'note' ? [block.text] : []))

describe('a job that came to nothing', () => {
  test.each(Object.keys(endings) as Ending[])(
    'by %s has its buttons, and at most one word about them',
    (ending) => {
      const job = jobRecord({ state: 'voided', ending })
      expect(notesOf(job).length).toBeLessThan(2)
      expect(below(job).at(-1)).toMatchObject({
        buttons: [
          { label: 'Again', commandLink: { values: { job: job.id } } },
          { label: 'Edit' },
          { label: 'Delete' },
        ],
      })
    },
  )

  test.each([
    ['failed', 'service_failed', 'You can edit it, or run it again.'],
    ['voided', 'service_refused', 'You can edit it, or run it again.'],
    ['voided', 'clip_misfit', 'Edit lets you change that.'],
    ['voided', 'service_unreachable', 'You can run it again.'],
    ['booked', 'outcome_unknown', 'Running it again uses more credits.'],
    ['booked', 'faulty', 'Running it again uses more credits.'],
    ['booked', 'answer_empty', 'Running it again uses more credits.'],
    [
      'expired',
      'overdue',
      "If a result still arrives, I'll show it here. Running it again uses more credits.",
    ],
  ] as const)('that is %s by %s says what may help', (state, ending, text) => {
    expect(notesOf(jobRecord({ state, ending }))).toEqual([text])
  })

  test.each<[string, Partial<JobRecord>]>([
    ['the service may call back', { callback: true }],
    ['its task is known', { taskId: 'task-1' }],
  ])('that is booked promises to show a result only where %s', (_, fields) => {
    const booked = { state: 'booked', ending: 'outcome_unknown' } as const
    const promise = "If a result still arrives, I'll show it here."
    expect(notesOf(jobRecord({ ...booked, ...fields }))).toEqual([expect.stringContaining(promise)])
    const cancelled = { ...booked, cancelledBy: 'member-1' }
    expect(notesOf(jobRecord({ ...cancelled, ...fields }))).toEqual([
      expect.stringMatching(/If a result still arrives, \/jobs recover \S+ shows it\./),
    ])
    expect(notesOf(jobRecord(cancelled))).toEqual(['Running it again uses more credits.'])
  })

  test.each([
    [
      'transcribe',
      'the file carries no words in its tags',
      'The audio service had a problem with the clip. ',
    ],
    ['transcribe', 'Cannot open that file', 'The audio service had a problem with the clip. ', someClip.url],
    ['transcribe', 'This studio cannot translate', 'You can edit it, or run it again.'],
    ['music', 'No audio could be made', 'You can edit it, or run it again.'],
  ])(
    'as %s, for which the service says "%s", is told what may help',
    (feature, said, text, clip: unknown = someClip) => {
      const values = feature === 'music' ? { prompt: 'a shanty' } : { clip }
      expect(
        notesOf(
          jobRecord({ feature, values, endingDetail: said, state: 'failed', ending: 'service_failed' }),
        ),
      ).toEqual([expect.stringContaining(text)])
    },
  )

  test('and whose feature is gone has no buttons', () => {
    const job = jobRecord({ feature: 'gone' })
    expect(below(job)).toEqual([])
  })
})

describe('the last word', () => {
  const values = { prompt: 'a shanty' }
  const labels = (job: JobRecord) =>
    lastWord(job, songs)?.blocks.flatMap((block) =>
      block.kind === 'buttons' ? block.buttons.map(({ label }) => label) : [],
    )

  test.each([
    ['posted', undefined, ['Remix 1', 'Remix 2', 'Again', 'Edit']],
    ['failed', 'failed', ['Again', 'Edit', 'Delete']],
    ['booked', 'booked', ['Again', 'Edit', 'Delete']],
    ['expired', 'expired', ['Again', 'Edit']],
    ['withheld', undefined, ['Show it anyway']],
    ['failed', undefined, undefined],
    ['submitted', undefined, undefined],
  ] as const)('of a job that is %s, told %s, has the buttons %j', (state, toldState, expected) => {
    const outcome = state === 'posted' || state === 'withheld' ? twoTakes : undefined
    expect(labels(jobRecord({ state, toldState, values, outcome }))).toEqual(expected)
  })
})
