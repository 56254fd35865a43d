import { defineEndpoint } from '../endpoint.ts'
import { makeMusic } from '../music-task.ts'
import { choice, flag, type ParameterValues, text, webAddress } from '../parameters.ts'
import { type Reply, refuseWithCode, succeed } from '../reply.ts'
import type { Studio } from '../studio.ts'
import { type SubmissionResult, submit } from '../submission.ts'
import { voiceById } from '../voices.ts'

/** Credits for both outputs together. */
const creditsByModel = { v6: 0.1, 'v6-pro': 0.12, v7: 0.14, 'v7-pro': 0.16 } as const

const models = ['v6', 'v6-pro', 'v7', 'v7-pro'] as const

const parameters = {
  prompt: text(),
  music_style: text(),
  lyrics: text(),
  title: text(),
  make_instrumental: flag(false),
  vocal_only: flag(false),
  gender: choice(['male', 'female', 'neutral']),
  voice_id: text(),
  generate_album_cover: flag(false),
  lyrics_timestamps: flag(false),
  model: choice(models),
  webhook_url: webAddress(),
}

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

const submitMusic = (values: MusicValues, studio: Studio): SubmissionResult =>
  submit(studio, {
    feature: 'MUSIC_AI',
    webhookUrl: values.webhook_url,
    creditEstimate: creditsByModel[effectiveModel(values)],
    outputCount: 2,
    refuse: refuseWithCode,
    texts: [values.prompt, values.music_style, values.lyrics, values.title],
    work: makeMusic(studio, {
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
    }),
  })

const flaggedReply = (reason: string): Reply => ({
  status: 200,
  body: {
    success: false,
    message: 'The request was flagged',
    task_id: '',
    conversion_id_1: '',
    conversion_id_2: '',
    eta: 0,
    is_flagged: true,
    reason,
    credit_estimate: 0,
  },
})

const toReply = (result: SubmissionResult): Reply => {
  switch (result.kind) {
    case 'refused':
      return result.reply
    case 'flagged':
      return flaggedReply(result.reason)
    case 'accepted':
      return succeed({
        message: 'Message published to queue',
        task_id: result.task.taskId,
        conversion_id_1: result.task.outputs[0]?.conversionId ?? '',
        conversion_id_2: result.task.outputs[1]?.conversionId ?? '',
        eta: result.etaSeconds,
        is_flagged: false,
        reason: '',
        credit_estimate: result.task.creditEstimate,
      })
  }
}

/** Makes two takes of a piece of music from a prompt, a style or lyrics. */
export const musicAiV2 = defineEndpoint({
  method: 'POST',
  path: '/v2/MusicAI',
  refuse: refuseWithCode,
  parameters,
  answer: (values, studio) => {
    const reason = contradiction(values)
    return reason === undefined ? toReply(submitMusic(values, studio)) : refuseWithCode(422, reason)
  },
})
