import { defineEndpoint } from '../endpoint.ts'
import { endpointErrors, refuseWithCode } from '../errors.ts'
import type { Work } from '../makers.ts'
import { choice, flag, type ParameterValues, text, webhookUrl } from '../parameters.ts'
import type { Studio } from '../studio.ts'
import { submit } from '../submission.ts'
import { replyD, responseD } from '../submission-reply.ts'
import { voiceById } from '../voices.ts'

/** Credits for both outputs together. */
const creditsByModel = { v6: 0.1, 'v6-pro': 0.12, v7: 0.14, 'v7-pro': 0.16 } as const

const models = ['v6', 'v6-pro', 'v7', 'v7-pro'] as const

const parameters = {
  prompt: text().describe('What the music is like; best under 1000 characters'),
  music_style: text().describe('A style, such as the name of a genre'),
  lyrics: text().describe('Words to be sung'),
  title: text(),
  make_instrumental: flag(false).describe('Music without a voice'),
  vocal_only: flag(false).describe('A voice without music'),
  gender: choice(['male', 'female', 'neutral']).describe('How the voice sounds'),
  voice_id: text().describe('The voice that sings, from getAllVoices'),
  generate_album_cover: flag(false),
  lyrics_timestamps: flag(false).describe('Tell when each line is sung'),
  model: choice(models).describe('v6 unless given; v6 too for a chosen voice and for vocals alone'),
  webhook_url: webhookUrl(),
}

const errors = endpointErrors({ refuse: refuseWithCode })

type MusicValues = ParameterValues<typeof parameters>

const contradiction = (values: MusicValues): string | undefined => {
  const { prompt, music_style, lyrics, make_instrumental, vocal_only, voice_id } = values
  if (`${prompt}${music_style}${lyrics}` === '') return 'One of prompt, music_style or lyrics is required'
  if (make_instrumental && vocal_only) return 'make_instrumental and vocal_only exclude each other'
  if (voice_id !== '' && voiceById(voice_id) === undefined) return 'voice_id is not a known voice'
  return undefined
}

/** A chosen voice, and vocals alone, are made by v6 whatever model was asked for. */
const effectiveModel = ({ model, voice_id, vocal_only }: MusicValues): keyof typeof creditsByModel =>
  voice_id !== '' || vocal_only ? 'v6' : (model ?? 'v6')

const vocalsOf = ({ make_instrumental, vocal_only }: MusicValues): 'none' | 'only' | 'sung' => {
  if (make_instrumental) return 'none'
  return vocal_only ? 'only' : 'sung'
}

const workOf = (values: MusicValues, studio: Studio): Work => ({
  kind: 'music',
  order: {
    prompt: values.prompt,
    musicStyle: values.music_style,
    lyrics: values.lyrics,
    title: values.title,
    vocals: vocalsOf(values),
    gender: voiceById(values.voice_id)?.gender ?? values.gender ?? 'neutral',
    voice: values.voice_id,
    seconds: studio.settings.musicSeconds,
    withCover: values.generate_album_cover,
    withTimedLyrics: values.lyrics_timestamps && !values.make_instrumental,
  },
})

/** Makes two takes of a piece of music from a prompt, a style or lyrics. */
export const musicAiV2 = defineEndpoint({
  method: 'POST',
  path: '/v2/MusicAI',
  summary: 'Generates music: two takes of a song',
  parameters,
  success: responseD,
  errors,
  answer: async (values, call) => {
    const reason = contradiction(values)
    if (reason !== undefined) return errors.refuse(422, reason)
    const result = await submit(call, {
      feature: 'MUSIC_AI',
      webhookUrl: values.webhook_url,
      creditEstimate: creditsByModel[effectiveModel(values)],
      outputCount: 2,
      errors,
      texts: [values.prompt, values.music_style, values.lyrics, values.title],
      work: workOf(values, call.studio),
    })
    return replyD(result)
  },
})
