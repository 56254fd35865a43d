import { describe, expect, test } from 'vitest'
import { permissionName } from '../../src/core/command/consent.ts'
import type { Feature } from '../../src/core/command/feature.ts'
import { seenByName, spoilerName } from '../../src/core/command/seen-by.ts'
import { endpointsByName as endpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import type { WireField } from '../../src/core/endpoints/endpoint.ts'
import type { Control, Field } from '../../src/core/fields/field.ts'
import { allCommands } from '../support/commands/commands.ts'

/** What the service's interface description states of a value; what it leaves out, it does not state. */
type Stated =
  | { is: 'text'; charactersMax?: number; guidance?: number }
  | { is: 'one of'; values: readonly string[] }
  | { is: 'whole'; from: number; to: number }
  | { is: 'seconds' | 'milliseconds' | 'yes or no' | 'audio' }
  /** A text for which a member picks from a list that the service, or a standard, has. */
  | { is: 'listed'; list: 'voices' | 'languages' }
  /** Nothing that is sent: it says what of our own is meant. */
  | { is: 'ours' }

type Call = keyof typeof endpoints

/** A field of a feature, by which field of which endpoint it is sent, and what is stated of that one. */
type Row = readonly [field: string, sentAs: readonly (readonly [Call, string])[], stated: Stated]

const text = { is: 'text' } as const
const yesOrNo = { is: 'yes or no' } as const
const audio = { is: 'audio' } as const
const singers = { is: 'one of', values: ['male', 'female', 'neutral'] } as const
const files = { is: 'one of', values: ['mp3', 'wav', 'flac', 'ogg', 'aac', 'webm'] } as const
const oneOrTwo = { is: 'whole', from: 1, to: 2 } as const
const voices = { is: 'listed', list: 'voices' } as const
const ours = { is: 'ours' } as const

const ofSongs = (name: string): Row['1'] => [
  ['music', name],
  ['musicBatch', name],
]

// Lengths, ranges, choices and counts: the tables of the service's interface description, endpoint by endpoint,
// and its list of limits.
const rows: readonly Row[] = [
  // POST /v2/MusicAI, and POST /v2/MusicAI/batch, whose guidance is 280.
  ['music prompt', [['music', 'prompt']], { is: 'text', guidance: 1000 }],
  ['music style', ofSongs('music_style'), text],
  ['music lyrics', ofSongs('lyrics'), text],
  ['music title', ofSongs('title'), text],
  ['music instrumental', ofSongs('make_instrumental'), yesOrNo],
  ['music vocals_only', ofSongs('vocal_only'), yesOrNo],
  // Nothing is stated but that it is a text: these are the values that Remix and Inpaint state.
  ['music gender', [['music', 'gender']], singers],
  ['music voice', ofSongs('voice_id'), voices],
  ['music cover', ofSongs('generate_album_cover'), yesOrNo],
  ['music timestamps', [['music', 'lyrics_timestamps']], yesOrNo],
  ['music model', [['music', 'model']], { is: 'one of', values: ['v6', 'v6-pro', 'v7', 'v7-pro'] }],
  ['music takes', [['musicBatch', 'num_outputs']], oneOrTwo],
  ['music length', [['musicBatch', 'output_length']], { is: 'seconds' }],
  // POST /v1/TextToSpeech, whose genders are examples.
  ['tts text', [['speech', 'text']], text],
  ['tts voice', [['speech', 'voice_id']], voices],
  ['tts gender', [['speech', 'gender']], { is: 'one of', values: ['male', 'female'] }],
  ['tts sample', [['speech', 'sample_audio_url']], audio],
  // POST /v1/Remix
  ['remix clip', [['remix', 'audio_file']], audio],
  ['remix prompt', [['remix', 'prompt']], text],
  ['remix lyrics', [['remix', 'lyrics']], { is: 'text', charactersMax: 5000 }],
  ['remix title', [['remix', 'title']], text],
  ['remix gender', [['remix', 'gender']], singers],
  ['remix cover', [['remix', 'generate_album_cover']], yesOrNo],
  ['remix timestamps', [['remix', 'lyrics_timestamps']], yesOrNo],
  // POST /v1/VoiceChanger, whose switch is the number 0 or 1.
  ['voice clip', [['voiceChanger', 'audio_file']], audio],
  ['voice voice', [['voiceChanger', 'voice_id']], voices],
  ['voice pitch', [['voiceChanger', 'pitch']], { is: 'whole', from: -12, to: 12 }],
  ['voice clean', [['voiceChanger', 'remove_background']], yesOrNo],
  // POST /v1/audio_mastering
  ['master clip', [['mastering', 'audio_file']], audio],
  ['master reference', [['mastering', 'reference_audio_file']], audio],
  ['master format', [['mastering', 'output_extension']], files],
  // POST /v1/audio_cutter
  ['cut clip', [['cutter', 'audio_file']], audio],
  ['cut start', [['cutter', 'start_time']], { is: 'milliseconds' }],
  ['cut end', [['cutter', 'end_time']], { is: 'milliseconds' }],
  ['cut format', [['cutter', 'output_extension']], files],
  // POST /v1/inpaint
  ['inpaint clip', [['inpaint', 'audio_file']], audio],
  ['inpaint prompt', [['inpaint', 'prompt']], text],
  ['inpaint start', [['inpaint', 'replace_start_at']], { is: 'seconds' }],
  ['inpaint end', [['inpaint', 'replace_end_at']], { is: 'seconds' }],
  ['inpaint section', [['inpaint', 'lyrics_section_to_replace']], { is: 'text', charactersMax: 3000 }],
  ['inpaint lyrics', [['inpaint', 'lyrics']], text],
  ['inpaint gender', [['inpaint', 'gender']], singers],
  ['inpaint takes', [['inpaint', 'num_outputs']], oneOrTwo],
  ['inpaint title', [['inpaint', 'title']], text],
  ['inpaint cover', [['inpaint', 'generate_album_cover']], yesOrNo],
  ['inpaint timestamps', [['inpaint', 'lyrics_timestamps']], yesOrNo],
  // POST /v1/audio_transcribe
  ['transcribe clip', [['transcription', 'audio_file']], audio],
  ['transcribe language', [['transcription', 'language']], { is: 'listed', list: 'languages' }],
  ['transcribe translate', [['transcription', 'translate']], yesOrNo],
  [
    ...(['transcribe format', [['transcription', 'transcription_format']]] as const),
    { is: 'one of', values: ['plain_text', 'formatted_text', 'srt', 'vtt'] },
  ],
  ['transcribe word_timestamps', [['transcription', 'word_timestamps']], yesOrNo],
  // GET /v1/prompt_to_lyrics
  ['lyrics theme', [['lyrics', 'prompt']], { is: 'text', charactersMax: 1000 }],
  // GET /v1/byId, and its list of 23 families.
  ['result job', [], ours],
  ['result take', [], ours],
  ['result wav', [], ours],
  [
    ...(['result family', [['byId', 'conversionType']]] as const),
    {
      is: 'one of',
      values: [
        ...['MUSIC_AI', 'TEXT_TO_SPEECH', 'VOICE_CONVERSION', 'EXTRACTION', 'COVER', 'STEMS_SEPARATION'],
        ...['VOCAL_EXTRACTION', 'DENOISING', 'DEECHO', 'DEREVERB', 'SOUND_GENERATOR', 'AUDIO_TRANSCRIPTION'],
        ...['AUDIO_SPEED_CHANGER', 'AUDIO_MASTERING', 'AUDIO_CUTTER', 'REMIX', 'FILE_CONVERT'],
        ...['KEY_BPM_EXTRACTION', 'AUDIO_TO_MIDI', 'EXTEND', 'INPAINT', 'SING_OVER_INSTRUMENTAL'],
        'LYRICS_GENERATOR',
      ],
    },
  ],
  ['result task', [['byId', 'task_id']], text],
  ['result conversion', [['byId', 'conversion_id']], text],
]

/** No option of Discord's takes more: its documented `max_length` of an option is 6000 at most. */
const chatTextMax = 6000

const features = allCommands.flatMap((command): Feature[] => (command.kind === 'feature' ? [command] : []))

const fieldsByName: ReadonlyMap<string, Field> = new Map(
  features.flatMap(({ name, fields }) =>
    Object.entries(fields).map(([field, value]) => [`${name} ${field}`, value] as const),
  ),
)

const fieldNamed = (name: string): Field => {
  const field = fieldsByName.get(name)
  if (field === undefined) throw new Error(`there is no field ${name}`)
  return field
}

const takes = ({ schema }: Field, value: unknown): boolean => schema.safeParse(value).success

/** What a member is told of a field's limits before they give a value. */
const saidOf = (control: Control): object => {
  switch (control.kind) {
    case 'text': {
      const { lengthMax, guidanceLengthMax: guidance } = control
      return { is: 'text', charactersMax: lengthMax, ...(guidance !== undefined && { guidance }) }
    }
    case 'choice':
      return { is: 'one of', values: control.choices.map(({ value }) => value).toSorted() }
    case 'integer':
      return { is: 'whole', from: control.min, to: control.max }
    case 'toggle':
      return { is: 'yes or no' }
    case 'listed':
      return { is: 'listed', list: control.list }
    default:
      return { is: control.kind }
  }
}

const expectedOf = (stated: Stated): object => {
  switch (stated.is) {
    case 'text':
      return { ...stated, charactersMax: Math.min(stated.charactersMax ?? chatTextMax, chatTextMax) }
    case 'one of':
      return { ...stated, values: stated.values.toSorted() }
    case 'seconds':
    case 'milliseconds':
      return { is: 'time' }
    case 'audio':
      return { is: 'clip' }
    default:
      return stated
  }
}

/** The last values that a field takes, and the first ones that it does not. */
const edgesOf = (stated: Stated): { taken: readonly unknown[]; refused: readonly unknown[] } => {
  switch (stated.is) {
    case 'text': {
      const most = Math.min(stated.charactersMax ?? chatTextMax, chatTextMax)
      // A character outside the basic plane is one character, in two units.
      return { taken: ['x', 'x'.repeat(most), '🎵'.repeat(most)], refused: ['', 'x'.repeat(most + 1)] }
    }
    case 'one of':
      return { taken: stated.values, refused: ['', 'another one'] }
    case 'whole':
      return { taken: [stated.from, stated.to], refused: [stated.from - 1, stated.to + 1, stated.from + 0.5] }
    case 'seconds':
    case 'milliseconds':
      return { taken: ['0', '0.001', '120.001', '3:00', '10:00:00'], refused: ['-1', 'soon'] }
    case 'yes or no':
      return { taken: [true, false], refused: ['perhaps', 2] }
    case 'listed':
      return { taken: ['x', 'x'.repeat(36)], refused: [''] }
    case 'audio':
    case 'ours':
      return { taken: [], refused: [] }
  }
}

/** What is declared of an endpoint's field, as it is stated. */
const declaredOf = (field: WireField): object => {
  switch (field.kind) {
    case 'text': {
      const { lengthMax, guidanceLengthMax: guidance } = field
      return {
        is: 'text',
        ...(lengthMax !== undefined && { charactersMax: lengthMax }),
        ...(guidance !== undefined && { guidance }),
      }
    }
    case 'choice':
      return { is: 'one of', values: field.choices }
    case 'integer':
      return { is: 'whole', from: field.min, to: field.max }
    case 'time':
      return { is: field.unit }
    case 'toggle':
      return { is: 'yes or no' }
    case 'address':
    case 'file':
      return { is: 'audio' }
  }
}

/** Where the description states less than a member is offered: a text, of which we know what it means. */
const isOfferedAsMore = ({ is }: Stated, field: WireField): boolean =>
  (field.kind === 'text' && (is === 'listed' || is === 'one of')) ||
  (field.kind === 'integer' && field.min === 0 && field.max === 1 && is === 'yes or no')

describe('the limits that the service states', () => {
  test('are written down for every field of every feature but those that are ours', () => {
    const ours = [seenByName, spoilerName, permissionName]
    const named = [...fieldsByName.keys()].filter((name) => !ours.includes(name.split(' ').at(-1) ?? ''))
    expect(rows.map(([name]) => name).toSorted()).toEqual(named.toSorted())
  })

  test.each(rows.filter(([, , { is }]) => is !== 'ours'))('are those of %s', (name, _, stated) => {
    const field = fieldNamed(name)
    expect(saidOf(field.control)).toEqual(expectedOf(stated))
    const { taken, refused } = edgesOf(stated)
    expect(taken.filter((value) => !takes(field, value))).toEqual([])
    expect(refused.filter((value) => takes(field, value))).toEqual([])
  })

  test.each(
    rows.flatMap(([, sentAs, stated]) =>
      sentAs.map(([call, wire]) => [`${call}.${wire}`, call, wire, stated] as const),
    ),
  )('are those that are declared of %s', (_, call, wire, stated) => {
    const fields: Readonly<Record<string, WireField>> = endpoints[call].fields
    const declared = fields[wire]
    if (declared === undefined) throw new Error(`${call} has no ${wire}`)
    expect(isOfferedAsMore(stated, declared) ? stated : declaredOf(declared)).toEqual(stated)
  })
})
