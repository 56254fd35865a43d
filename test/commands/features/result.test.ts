import { describe, expect, test } from 'vitest'
import { result } from '../../../src/commands/features/result.ts'
import { conversionTypes } from '../../../src/core/endpoints/conversion-type.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { noOutput, type Outcome } from '../../../src/core/outcome.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

const jobId = `b00x${'a'.repeat(25)}`

const problemsOf = (values: RawValues): readonly string[] => {
  const read = result.prepare(values)
  return read.ok ? [] : read.problems.map(({ field }) => field)
}

const prepare = (values: RawValues) => {
  const read = result.prepare(values)
  if (!read.ok) throw new Error(read.problems.map(({ text }) => text).join())
  return read.prepared
}

const show = (outcome: Outcome, values: RawValues = { job: jobId }) => prepare(values).view(outcome)

const all = { take: undefined, asWav: false }

test.each([
  [{ job: jobId }, { obtains: 'kept', jobId, part: all }],
  [
    { job: jobId, take: 2, wav: true },
    { obtains: 'kept', jobId, part: { take: 2, asWav: true } },
  ],
  [
    { family: 'REMIX', task: ' t-1 ' },
    { obtains: 'look_up', conversionType: 'REMIX', task: 't-1', part: all },
  ],
  [
    { family: 'COVER', conversion: 'c-1' },
    { obtains: 'look_up', conversionType: 'COVER', task: { conversionId: 'c-1' }, part: all },
  ],
])('%j is had by %j', (values, way) => {
  expect(prepare(values)).toMatchObject(way)
})

// GET /v1/byId takes exactly one of task_id and conversion_id, and needs conversionType.
test.each([
  [{}, ['job']],
  [{ family: 'REMIX' }, ['job']],
  [{ task: 't' }, ['family']],
  [{ conversion: 'c' }, ['family']],
  [{ family: 'REMIX', task: 't', conversion: 'c' }, ['conversion']],
  [{ job: jobId, family: 'REMIX', task: 't' }, ['task']],
  [{ job: jobId, family: 'REMIX' }, ['family']],
  [{ job: jobId, take: 0 }, ['take']],
  [{ family: 'VIDEO', task: 't' }, ['family']],
  [{ family: 'REMIX', task: ' ' }, ['task']], // a task is given, if not well: no job is requested beside it
])('%j does not say which result is meant: %j', (values, fields) => {
  expect(problemsOf(values)).toEqual(fields)
})

test('every family can be chosen, each by a name of its own, within what Discord offers', () => {
  const { control } = result.fields.family ?? {}
  const choices = control?.kind === 'choice' ? control.choices : []
  expect(choices.map(({ value }) => value)).toEqual(conversionTypes)
  expect(new Set(choices.map(({ label }) => label)).size).toBe(conversionTypes.length)
  // https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-option-structure
  expect(choices.length).toBeLessThanOrEqual(25)
})

test('it costs nothing, and is marked so', () => {
  expect(result).toMatchObject({ isFree: true, conversionType: undefined })
})

const kindsOf = (outcome: Outcome): readonly string[] =>
  show(outcome).blocks.map((block) => (block.kind === 'document' ? block.name : block.kind))

describe('what a result has is shown, whatever made it', () => {
  test('sounds with their titles and lengths, a cover, words and what the service calls sounds', () => {
    const outcome = outcomeOf(
      [
        output(1, {
          lyrics: 'Oh',
          timedLyrics: [{ startSeconds: 1, text: 'Oh' }],
          sounds: '[]',
        }),
        output(2, { title: undefined }),
      ],
      { coverUrl: 'https://cdn.example/cover.png' },
    )
    const view = show(outcome)
    expect(view.text).toBe('“Title 1”')
    expect(kindsOf(outcome)).toEqual([
      ...['line', 'audio', 'audio', 'cover', 'lyrics.txt', 'lyrics take 1.lrc', 'sounds-1.txt'],
    ])
  })

  test('a single sound', () => {
    expect(show(outcomeOf([output(1)])).text).toBe('“Title 1”')
  })

  test.each([
    ['lyrics', outcomeOf([{ ...noOutput, lyrics: 'Oh the sea' }])],
    ['a transcript', outcomeOf([], { transcription: 'Oh the sea' })],
  ])('%s alone', (_, outcome) => {
    const view = show(outcome)
    expect(view.text).toBe('Your result is ready: text only, no audio.')
    expect(JSON.stringify(view.blocks)).toContain('Oh the sea')
  })

  test('a transcript whose file the service keeps as subtitles: its own files once, and nothing to hear', () => {
    const file = { ...noOutput, audioUrl: 'https://cdn.example/c-1.srt?x=1' }
    const transcription = '1\n00:00:00,000 --> 00:00:01,000\nOh the sea\n'
    const { blocks } = show(outcomeOf([file], { transcription }))
    const names = blocks.flatMap((block) => (block.kind === 'document' ? [block.name] : []))
    expect(blocks.filter(({ kind }) => kind === 'audio')).toEqual([])
    expect(names.filter((name) => name.endsWith('.srt'))).toEqual(['transcript.srt'])
    expect(show(outcomeOf([file])).blocks.filter(({ kind }) => kind === 'audio')).toEqual([])
  })

  test('a transcript without words as no words', () => {
    const view = show(outcomeOf([], { transcription: '1\n00:00:00,000 --> 00:00:12,000\n' }))
    expect(view.text).not.toContain('text only')
    expect(JSON.stringify(view.blocks)).not.toContain('00:00')
  })

  test('a transcript beside its translation', () => {
    const view = show(outcomeOf([], { transcription: 'Ach, das Meer', translation: 'Oh the sea' }))
    expect(JSON.stringify(view.blocks)).toContain('Ach, das Meer')
    expect(JSON.stringify(view.blocks)).toContain('Oh the sea')
  })

  test('what the service found out, its files and its streams, in our own words where there are some', () => {
    const findings = {
      facts: [
        { name: 'bpm', value: '162' },
        { name: 'dominant_key', value: 'A# major' },
        { name: 'time_signature', value: '4/4' },
      ],
      files: [
        { name: 'midi_file_path', url: 'https://cdn.example/a.mid?x=1' },
        { name: 'stem_path', url: 'https://cdn.example/stem' },
      ],
      streams: ['https://cdn.example/live'],
    }
    const view = show(outcomeOf([], { findings }))
    expect(view.text).toBe('Your result is ready.')
    expect(view.blocks.slice(1)).toEqual([
      {
        kind: 'facts',
        facts: [
          { label: 'Tempo', value: '162 BPM' },
          { label: 'Key', value: 'A# major' },
          { label: 'Time signature', value: '4/4' },
          { label: 'Stream', value: [{ kind: 'link', url: 'https://cdn.example/live' }] },
        ],
      },
      { kind: 'file', title: 'MIDI', file: { url: 'https://cdn.example/a.mid?x=1', name: 'midi.mid' } },
      { kind: 'file', title: 'Stem', file: { url: 'https://cdn.example/stem', name: 'stem' } },
    ])
  })

  test('and which one it is', () => {
    expect(show(outcomeOf([output(1)]), { family: 'AUDIO_TO_MIDI', task: 't-1' }).blocks[0]).toEqual({
      kind: 'line',
      facts: [
        { label: 'Family', value: 'MIDI' },
        { label: 'Task', value: 't-1' },
      ],
    })
    expect(show(outcomeOf([output(1)])).blocks[0]).toEqual({
      kind: 'line',
      facts: [{ label: 'Job', value: 'aaaaaaaa' }],
    })
  })
})
