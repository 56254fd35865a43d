import { describe, expect, test } from 'vitest'
import { transcribe } from '../../../src/commands/features/transcribe.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { Block } from '../../../src/core/message/message.ts'
import { asking, storm, stormLink } from '../../support/commands/asking-feature.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

const { prepared, bodyOf, problemsOf } = asking(transcribe, { clip: storm })

// Names as the service documents the body of POST /v1/audio_transcribe. Its translation_format has no effect.
describe('a request for a transcript', () => {
  test('asks for the form that everything can be made of, and brings the file along', () => {
    expect(prepared().request).toEqual({
      path: '/v1/audio_transcribe',
      encoding: 'form',
      body: { transcription_format: 'srt' },
      files: { audio_file: storm },
    })
  })

  test('of an address names it instead', () => {
    expect(bodyOf({ clip: stormLink })).toEqual({ audio_url: stormLink, transcription_format: 'srt' })
  })

  const sent: readonly [option: string, value: string | boolean, name: string][] = [
    ['language', 'de', 'language'],
    ['translate', true, 'translate'],
    ['format', 'formatted_text', 'transcription_format'],
    ['word_timestamps', true, 'word_timestamps'],
  ]
  test.each(sent)('sends %s (%j) as %s', (option, value, name) => {
    expect(bodyOf({ [option]: value })).toEqual({ transcription_format: 'srt', [name]: value })
  })

  test('has a case above for every option that there is', () => {
    expect(Object.keys(transcribe.fields)).toEqual([
      'clip',
      ...sent.map(([option]) => option),
      'permission',
      'seen_by',
      'spoiler',
    ])
  })

  test('costs by the minutes of the clip', () => {
    expect(prepared().priced).toEqual({ price: 'transcription', clip: storm })
  })

  test.each([
    [
      { word_timestamps: true, format: 'plain_text' },
      "word_timestamps: Plain text doesn't support word timestamps. Remove Word timestamps or Format.",
    ],
    [
      { translate: true, language: 'en' },
      "translate: English doesn't need translating. Remove Translate or Language.",
    ],
    [{ format: 'docx' }, 'format: Format must be one of: plain_text, formatted_text, srt, vtt.'],
  ])('with %j is refused', (values, problem) => {
    expect(problemsOf(values)).toEqual([problem])
  })

  test('is over when its words are there, with or without files', () => {
    const { isComplete } = prepared()
    expect(isComplete(outcomeOf([], { transcription: 'la' }))).toBe(true)
    expect(isComplete(outcomeOf([output(1)]))).toBe(false)
  })
})

const srt = '1\n00:00:00,000 --> 00:00:01,500\nHeave & ho\n\n2\n00:00:01,500 --> 00:01:02,003\n<la>\n\n'
const vtt =
  'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHeave &amp; ho\n\n00:00:01.500 --> 00:01:02.003\n&lt;la&gt;\n'

const shown = (transcription: string | undefined, values: RawValues = {}, translation?: string) =>
  prepared(values).view(outcomeOf([output(1)], { transcription, translation }))
const partsOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) =>
    block.kind === 'document'
      ? [[block.name, block.text]]
      : block.kind === 'quote' || block.kind === 'note'
        ? [['', block.text]]
        : [],
  )

describe('a transcript', () => {
  test('comes as text in the message, and as files for reading, for players and for editors', () => {
    const { text, blocks } = shown(srt)
    expect(text).toBe('Your transcript of “storm.ogg” is ready.')
    expect(blocks[0]).toEqual({ kind: 'line', facts: [{ label: 'Clip', value: 'storm.ogg' }] })
    expect(partsOf(blocks)).toEqual([
      ['', 'Heave & ho\n<la>'],
      ['transcript.txt', 'Heave & ho\n<la>\n'],
      ['transcript.srt', srt],
      ['transcript.vtt', vtt],
    ])
  })

  test.each([
    [
      'plain_text',
      'Heave ho',
      [
        ['', 'Heave ho'],
        ['transcript.txt', 'Heave ho\n'],
      ],
    ],
    [
      'formatted_text',
      'Heave\nho\n',
      [
        ['', 'Heave\nho'],
        ['transcript.txt', 'Heave\nho\n'],
      ],
    ],
    ['srt', srt, [['transcript.srt', srt]]],
    ['vtt', vtt, [['transcript.vtt', vtt]]],
  ])('in the form %s is just that', (format, came, parts) => {
    expect(partsOf(shown(came, { format }).blocks)).toEqual(parts)
  })

  test('that cannot be read is handed out as it came', () => {
    expect(partsOf(shown('Heave ho, no times').blocks)).toEqual([
      ['', 'Heave ho, no times'],
      ['transcript.txt', 'Heave ho, no times\n'],
    ])
  })

  test('has no cues without words but in the file that came', () => {
    const came = `${srt}3\n00:01:02,003 --> 00:01:04,000\n\n4\n00:01:05,000 --> 00:01:06,000\nla\n`
    expect(partsOf(shown(came).blocks)).toEqual([
      ['', 'Heave & ho\n<la>\nla'],
      ['transcript.txt', 'Heave & ho\n<la>\nla\n'],
      ['transcript.srt', came],
      ['transcript.vtt', `${vtt}\n00:01:05.000 --> 00:01:06.000\nla\n`],
    ])
  })

  test('in English says so, and has the words of the speaker too where the service has both', () => {
    const { text, blocks } = shown('hau ruck', { translate: true, language: 'de' }, 'heave ho')
    expect(text).toBe('Your transcript of “storm.ogg” is ready, translated into English.')
    expect(blocks[0]).toMatchObject({ facts: [{}, { label: 'Language', value: 'German' }, { label: '' }] })
    expect(partsOf(blocks).map(([name]) => name)).toEqual(['', 'transcript.txt', '', 'translation.txt'])
  })

  test('too long for the message is cut there, and whole in its file', () => {
    const words = 'la '.repeat(5_000).trim()
    const [note, whole] = partsOf(shown(words).blocks)
    expect(note?.[1]).toHaveLength(1_500)
    expect(note?.[1]?.endsWith('…')).toBe(true)
    expect(whole?.[1]).toBe(`${words}\n`)
  })

  test.each([
    ['none', undefined, {}],
    ['a cue without words', '1\n00:00:00,000 --> 00:00:12,000\n\n', {}],
    ['a cue without words, as SubRip', '1\n00:00:00,000 --> 00:00:12,000\n\n', { format: 'srt' }],
    ['the head of WebVTT', 'WEBVTT\n\n', { format: 'vtt' }],
  ])('without words (%s) says so, and where its file is', (_, came, values) => {
    const { text, blocks } = shown(came, values)
    expect(text).toBe('Your transcript came back empty.')
    expect(partsOf(blocks)).toEqual([['', 'File from the audio service: https://cdn.example/1.mp3']])
  })

  test('whose translation alone has words is that', () => {
    const { blocks } = shown('WEBVTT', { translate: true }, 'heave ho')
    expect(partsOf(blocks).map(([name]) => name)).toEqual(['', 'translation.txt'])
  })
})
