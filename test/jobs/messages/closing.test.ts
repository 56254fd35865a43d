import { describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { result } from '../../../src/commands/features/result.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { type Ending, endings, type JobState } from '../../../src/core/job/job.ts'
import { jobName } from '../../../src/core/job-id.ts'
import {
  closingMessage,
  goneMessage,
  keptBackMessage,
  lastWord,
  runsOnMessage,
  unshownMessage,
  withOnceMore,
} from '../../../src/jobs/messages/closing.ts'
import { unsureMessage } from '../../../src/jobs/messages/messages.ts'
import { allCommands } from '../../support/commands/commands.ts'
import { jobRecord as record } from '../../support/jobs/job-record.ts'

describe('how a job ended', () => {
  const nothingCharged: readonly JobState[] = ['voided', 'failed']
  const mayBeBilled: readonly JobState[] = ['booked', 'expired']
  const everyEnding = Object.keys(endings) as Ending[]
  const endingsOf = (state: JobState) =>
    everyEnding.filter((ending) => state !== 'voided' || ending !== 'cancelled')

  test.each(nothingCharged.flatMap((state) => endingsOf(state).map((ending) => [state, ending] as const)))(
    '(%s: %s) says why, and that nothing was charged',
    (state, ending) => {
      const { text, tone } = closingMessage(record({ state, ending, settled: microcredits(0) }), music)
      expect(text).toBe(`Your song failed. ${endings[ending]} Nothing was charged.`)
      expect(tone).toBe('failed')
    },
  )

  test.each(mayBeBilled.flatMap((state) => everyEnding.map((ending) => [state, ending] as const)))(
    '(%s: %s) says why, and what stays booked',
    (state, ending) => {
      const job = record({ state, ending, settled: microcredits(120_000), settledBy: 'hold' })
      expect(closingMessage(job, music).text).toBe(
        `Your song failed. ${endings[ending]} It may still be billed, so about 0.12 credits will still count as used. Nothing more will be charged.`,
      )
    },
  )

  test('names what was requested and the job, for several may be on their way', () => {
    const job = record({ ending: 'service_failed', values: { prompt: 'a sea shanty about compilers' } })
    const facts = [
      { label: '', value: '“a sea shanty about compilers”' },
      { label: 'Job', value: jobName(job.id) },
    ]
    expect(closingMessage(job, music).blocks).toEqual([{ kind: 'line', facts }])
    expect(runsOnMessage(job, music).blocks).toEqual([{ kind: 'line', facts }])
    for (const message of [
      unsureMessage(music, 5, job),
      keptBackMessage(job, music),
      goneMessage(job, music),
      unshownMessage(job, music),
    ])
      expect(message.blocks[0]).toMatchObject({ kind: 'line', facts: [...facts, {}] })
  })

  test.each([
    [music, { prompt: 'jazz' }, '“jazz”'],
    [tts, { voice: 'Ada', text: 'メンテナンスのお知らせ' }, '“メンテナンスのお知らせ”'],
  ])('names also what has no blank in it (%#)', (feature, values, value) => {
    const job = record({ feature: feature.name, ending: 'service_failed', values })
    expect(closingMessage(job, feature).blocks).toMatchObject([{ facts: [{ label: '', value }, {}] }])
  })

  test.each(mayBeBilled)('(%s) says that everything came back, where an operator saw to it', (state) => {
    const job = record({ state, ending: 'outcome_unknown', settled: microcredits(0), settledBy: 'final' })
    expect(closingMessage(job, music).text).toBe(
      `Your song failed. ${endings.outcome_unknown} Refunded in full: your bot operator found that it wasn't billed.`,
    )
  })

  test.each([
    ['a clip', { kind: 'link', url: 'https://example.com/tide.mp3?key=s3cret' }, 'example.com/tide.mp3'],
    ['typed', 'https://example.com/tide.mp3?key=s3cret', 'example.com/tide.mp3'],
    ['in its path', 'https://example.com/s3cret/tide.mp3', 'example.com/…/tide.mp3'],
  ])('names the clip of what is made of one, and no secret in its address (%s)', (_, clip, value) => {
    const values = { clip, prompt: 'as a waltz' }
    const [block] = closingMessage(record({ feature: 'remix', values }), remix).blocks
    expect(block).toMatchObject({
      facts: [{ label: 'Clip', value }, { label: 'Job' }],
    })
  })

  test('as somebody wished is no failure', () => {
    const job = record({ ending: 'cancelled', settled: microcredits(0) })
    expect(closingMessage(job, music)).toMatchObject({
      text: 'Your song was cancelled. Nothing was charged.',
      tone: 'info',
    })
  })

  test('is told of a feature that is gone, too', () => {
    expect(closingMessage(record({ ending: 'invalid_request' }), undefined).text).toBe(
      "Your request failed. I can't read this request anymore. Nothing was charged.",
    )
  })

  test('never lets what the service said push out what it cost', () => {
    const endingDetail = `${'blah '.repeat(2_000)}end`
    const { text } = closingMessage(record({ ending: 'service_failed', endingDetail }), music)
    expect(text.length).toBeLessThan(1_000)
    expect(text).toMatch(/It said: "blah blah .*…"\. Nothing was charged\.$/)
  })

  test('cuts no character of what the service said in half', () => {
    for (const endingDetail of [`${'🎻'.repeat(5_000)}`, `a${'🎻'.repeat(5_000)}`]) {
      expect(closingMessage(record({ endingDetail }), music).text).toSatisfy((text: string) =>
        text.isWellFormed(),
      )
    }
  })
})

describe('the last word about a job, said again', () => {
  const paid = { settled: microcredits(20_000), settledBy: 'final' } as const
  const features = new Map([[music.name, music]])

  test('of a result that could not be shown is where it is, and what it cost', () => {
    const job = record({ state: 'withheld', toldState: 'withheld', ...paid })
    expect(lastWord(job, features)).toEqual(unshownMessage(job, music))
  })

  test('of one that nobody wanted any more is that it is kept, and what it cost anyway', () => {
    const job = record({ state: 'withheld', toldState: 'withheld', cancelledBy: 'member-1', ...paid })
    expect(lastWord(job, features)).toEqual(keptBackMessage(job, music))
  })

  test('of a job that ended without a result is how it ended', () => {
    const job = record({ state: 'failed', toldState: 'failed', ending: 'service_failed' })
    expect(lastWord(job, features)).toEqual(withOnceMore(closingMessage(job, music), job, features))
  })
})

describe('what is said of each feature', () => {
  const all = allCommands.filter((command) => command.kind === 'feature')
  const subjects = {
    music: 'Your song was',
    tts: 'Your speech was',
    remix: 'Your remix was',
    voice: 'Your clip in a new voice was',
    master: 'Your master was',
    cut: 'Your trimmed clip was',
    inpaint: 'Your redone clip was',
    transcribe: 'Your transcript was',
    lyrics: 'Your lyrics were',
    result: 'Your result was',
  }

  test('is known here of every one', () => {
    expect(all.map(({ name }) => name)).toEqual(Object.keys(subjects))
  })

  const cancelled = record({ ending: 'cancelled' })
  test.each(all.map((feature) => [feature.name, feature] as const))('%s is a sentence', (name, feature) => {
    const [, begins = ''] = Object.entries(subjects).find(([known]) => known === name) ?? []
    const product = begins.replace(/ (?:was|were)$/, '')
    expect(closingMessage(cancelled, feature).text).toBe(`${begins} cancelled. Nothing was charged.`)
    for (const state of ['submitted', 'uncertain'] as const)
      expect(runsOnMessage(record({ state }), feature).text).toMatch(
        new RegExp(
          `^${product} will stay hidden\\. (It's too late to cancel|The audio service may still make and bill (it|them))`,
        ),
      )
    expect(keptBackMessage(record(), feature).text).toMatch(
      new RegExp(
        `^${product} (is|are) done, but hidden\\. /jobs recover \\w{8} shows (it|them) free of charge\\.$`,
      ),
    )
    for (const messageOf of [unshownMessage, goneMessage])
      expect(messageOf(record(), feature).text).toMatch(
        new RegExp(`^${begins} made, but (I couldn't show|the audio service no longer has) (it|them)`),
      )
  })

  test('does not say of what was only to be shown that it was made', () => {
    const job = record({ state: 'voided', ending: 'result_gone' })
    expect(closingMessage(job, result).text).toBe(
      "Your result can't be shown. It's no longer stored. Nothing was charged.",
    )
  })
})
