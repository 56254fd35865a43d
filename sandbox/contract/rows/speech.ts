import { becomes, demandRepeatable, fetchResult, makesAudio, soundAlike } from '../expectations.ts'
import {
  femaleSpeech,
  maleSpeech,
  maleSpeechAgain,
  otherVoiceSpeech,
  plainSpeech,
  sampleSpeech,
  sampleSpeechOtherVoice,
  spokenText,
  voiceSpeech,
  voiceSpeechOtherGender,
} from '../orders.ts'
import { refusalRows, refusalsOf } from '../refusing.ts'
import type { Order } from '../requests.ts'
import { demand, documented, type Row } from '../row.ts'

const compares =
  (one: Order, other: Order, expected: 'alike' | 'unlike', says: string): Row['check'] =>
  async (service) => {
    await demandRepeatable(service, maleSpeech, maleSpeechAgain)
    const areAlike = await soundAlike(service, one, other)
    demand(areAlike === (expected === 'alike'), says)
  }

const shortest = 1.5
const longest = 10

const refused = refusalsOf('textToSpeech', { text: 'Missing required field: text', seenStatus: 422 })

/** The rows about speech. */
export const speechRows: readonly Row[] = [
  documented(
    'textToSpeech.text',
    'speaks the text: nine words last some seconds',
    becomes(plainSpeech, async (conversion, service) => {
      const seconds = await fetchResult(service, conversion)
      demand(seconds > shortest && seconds < longest, `${spokenText} lasts ${seconds} seconds`)
    }),
  ),
  documented('textToSpeech.voice_id', 'speaks in a voice of the list', makesAudio(voiceSpeech)),
  documented('textToSpeech.gender.male', 'takes gender male', makesAudio(maleSpeech)),
  documented('textToSpeech.gender.female', 'takes gender female', makesAudio(femaleSpeech)),
  documented('textToSpeech.sample_audio_url', 'speaks after a sample', makesAudio(sampleSpeech)),
  documented(
    'textToSpeech.gender.effect',
    'gender tells the speakers apart',
    compares(maleSpeech, femaleSpeech, 'unlike', 'a male and a female speaker sound the same'),
  ),
  documented(
    'textToSpeech.voice_id.effect',
    'voice_id tells the speakers apart',
    compares(voiceSpeech, otherVoiceSpeech, 'unlike', 'two voices sound the same'),
  ),
  documented(
    'textToSpeech.precedence.voice_id',
    'voice_id comes before gender',
    compares(voiceSpeech, voiceSpeechOtherGender, 'alike', 'gender changes how a voice sounds'),
  ),
  documented(
    'textToSpeech.precedence.sample_audio_url',
    'sample_audio_url comes before voice_id and gender',
    compares(
      sampleSpeech,
      sampleSpeechOtherVoice,
      'alike',
      'voice_id or gender change how a sample is followed',
    ),
  ),
  documented(
    'textToSpeech.sample_audio_url.effect',
    'a sample changes the speaker',
    compares(sampleSpeech, voiceSpeech, 'unlike', 'with a sample the voice sounds as without'),
  ),
  ...refusalRows([refused('text.empty', 'an empty text is refused', { text: '' })]),
]
