import { clipSeconds } from '../clips.ts'
import {
  becomes,
  demandNear,
  demandRepeatable,
  fetchResult,
  isTaken,
  makesAudio,
  soundAlike,
} from '../expectations.ts'
import { highVoice, lowVoice, maleSpeech, maleSpeechAgain, plainVoice, sameVoice } from '../orders.ts'
import { refusalRows } from '../refusing.ts'
import type { FieldValue } from '../requests.ts'
import { demand, documented, type Row, seenElsewhere } from '../row.ts'
import { validRequest } from '../valid-requests.ts'
import { submissionRows } from './submissions.ts'

const refused = (field: string, value: FieldValue) => ({
  id: `voiceChanger.${field}.${value}` as const,
  title: `${field} ${value} is refused`,
  request: validRequest('voiceChanger', 'own', { [field]: value }),
  seenStatus: 422,
})

/** The rows about giving a clip another voice. */
export const voiceChangerRows: readonly Row[] = [
  ...submissionRows('voiceChanger'),
  documented('voiceChanger.audio_file', 'takes audio_file', makesAudio(highVoice)),
  documented('voiceChanger.audio_url', 'takes audio_url', makesAudio(lowVoice)),
  documented('voiceChanger.voice_id', 'converts to a voice of the list', makesAudio(plainVoice)),
  documented('voiceChanger.remove_background.0', 'takes remove_background 0', isTaken(lowVoice)),
  documented('voiceChanger.remove_background.1', 'takes remove_background 1', isTaken(highVoice)),
  documented('voiceChanger.pitch.12', 'takes pitch 12', isTaken(highVoice)),
  documented('voiceChanger.pitch.-12', 'takes pitch -12', isTaken(lowVoice)),
  documented('voiceChanger.default', 'pitch and remove_background are 0 unless given', async (service) => {
    await demandRepeatable(service, maleSpeech, maleSpeechAgain)
    demand(await soundAlike(service, plainVoice, sameVoice), 'giving 0 for both changes the sound')
  }),
  documented('voiceChanger.pitch.effect', 'pitch changes the sound', async (service) => {
    await demandRepeatable(service, maleSpeech, maleSpeechAgain)
    demand(!(await soundAlike(service, plainVoice, lowVoice)), 'an octave lower sounds the same')
  }),
  seenElsewhere(
    'voiceChanger.length',
    'the result is as long as the clip',
    becomes(highVoice, async (conversion, service) =>
      demandNear(await fetchResult(service, conversion), clipSeconds('tones'), 0.3, 'the length in seconds'),
    ),
  ),
  ...refusalRows([
    {
      id: 'voiceChanger.voice_id.required',
      title: 'a request without voice_id is refused',
      request: validRequest('voiceChanger', 'own', { voice_id: undefined }),
      seenStatus: 422,
    },
    {
      id: 'voiceChanger.audio.none',
      title: 'a request without audio_url and audio_file is refused',
      request: validRequest('voiceChanger', 'own', { audio_file: undefined }),
    },
    refused('pitch', 13),
    refused('pitch', -13),
    refused('remove_background', 2),
    refused('remove_background', -1),
  ]),
]
