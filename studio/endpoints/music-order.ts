import { flag, text, webhookUrl } from '../http/parameters.ts'
import type { Work } from '../makers.ts'
import { voiceById } from '../voice-list/voices.ts'

/** What all endpoints that make music ask for. */
export const musicParameters = {
  prompt: text().describe('What the music is like; best under 1000 characters'),
  music_style: text().describe('A style, such as the name of a genre'),
  lyrics: text().describe('Words to be sung'),
  title: text(),
  make_instrumental: flag(false).describe('Music without a voice'),
  vocal_only: flag(false).describe('A voice without music'),
  voice_id: text().describe('The voice that sings, from getAllVoices'),
  generate_album_cover: flag(false),
  webhook_url: webhookUrl(),
}

/** The values of these parameters. */
export type MusicValues = {
  readonly prompt: string
  readonly music_style: string
  readonly lyrics: string
  readonly title: string
  readonly make_instrumental: boolean
  readonly vocal_only: boolean
  readonly voice_id: string
  readonly generate_album_cover: boolean
}

/** What of an order is not the same for all endpoints. */
export type MusicDetails = {
  readonly gender: 'male' | 'female' | 'neutral' | undefined
  readonly seconds: number
  readonly withTimedLyrics: boolean
}

/** Why a request for music cannot be met, undefined where it can. */
export const musicProblem = (values: MusicValues): string | undefined => {
  const { prompt, music_style, lyrics, make_instrumental, vocal_only, voice_id } = values
  if (`${prompt}${music_style}${lyrics}` === '') return 'One of prompt, music_style or lyrics is required'
  if (make_instrumental && vocal_only) return 'make_instrumental and vocal_only exclude each other'
  if (voice_id !== '' && voiceById(voice_id) === undefined) return 'voice_id is not a known voice'
  return undefined
}

const vocalsOf = ({ make_instrumental, vocal_only }: MusicValues): 'none' | 'only' | 'sung' => {
  if (make_instrumental) return 'none'
  return vocal_only ? 'only' : 'sung'
}

/** The texts of a request for music, which the service looks through. */
export const musicTexts = ({ prompt, music_style, lyrics, title }: MusicValues): readonly string[] => [
  prompt,
  music_style,
  lyrics,
  title,
]

/** The work that a request for music asks for. */
export const musicWork = (values: MusicValues, { gender, seconds, withTimedLyrics }: MusicDetails): Work => ({
  kind: 'music',
  order: {
    prompt: values.prompt,
    musicStyle: values.music_style,
    lyrics: values.lyrics,
    title: values.title,
    vocals: vocalsOf(values),
    gender: voiceById(values.voice_id)?.gender ?? gender ?? 'neutral',
    voice: values.voice_id,
    seconds,
    withCover: values.generate_album_cover,
    withTimedLyrics: withTimedLyrics && !values.make_instrumental,
  },
})
