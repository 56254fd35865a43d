import { hertzOf, levelOf, type Sound, soundOf, stretchOf } from '../audio.ts'
import { clipSeconds, toneHertz } from '../clips.ts'
import {
  becomes,
  demandNear,
  demandRepeatable,
  fetchResult,
  isTaken,
  makesAudio,
  soundAlike,
} from '../expectations.ts'
import {
  cleanVoice,
  highVoice,
  lowVoice,
  maleSpeech,
  maleSpeechAgain,
  noisyVoice,
  plainVoice,
  sameVoice,
} from '../orders.ts'
import type { Order } from '../requests.ts'
import { demand, documented, NotTried, type Row, seenElsewhere } from '../row.ts'
import { type Service, wavAddressOf } from '../service.ts'

const soundFor = async (service: Service, order: Order): Promise<Sound> => {
  const address = wavAddressOf(await service.completed(order))
  if (address === '') throw new NotTried('needs a service that names a WAV file')
  return soundOf(await service.file(address))
}

/** The level in the pauses of the clip `noisy`, away from where its tones begin and end. */
const pauseLevelOf = async (service: Service, order: Order): Promise<number> => {
  const sound = await soundFor(service, order)
  return Math.max(...[1, 2].map((second) => levelOf(stretchOf(sound, second + 0.65, second + 0.85))))
}

/** An octave would be twice as high; the description does not name the unit. */
const clearlyHigher = 1.3
/** Half of the level: 6 dB. */
const clearlySofter = 0.5
/** Nobody hears this: -60 dB. */
const silence = 0.001

/** The rows about giving a clip another voice. */
export const voiceChangerRows: readonly Row[] = [
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
  documented('voiceChanger.pitch.direction', 'pitch 12 raises each of three tones', async (service) => {
    const sound = await soundFor(service, highVoice)
    for (const [second, hertz] of toneHertz.entries()) {
      const found = hertzOf(stretchOf(sound, second + 0.2, second + 0.8))
      demand(found > hertz * clearlyHigher, `a tone of ${hertz} Hz has become ${found.toFixed(0)} Hz`)
    }
  }),
  documented(
    'voiceChanger.remove_background.effect',
    'remove_background 1 takes noise out of the pauses',
    async (service) => {
      const [noisy, clean] = [
        await pauseLevelOf(service, noisyVoice),
        await pauseLevelOf(service, cleanVoice),
      ]
      demand(
        clean < Math.max(silence, noisy * clearlySofter),
        `the level in the pauses is ${clean.toFixed(4)}, and ${noisy.toFixed(4)} with remove_background 0`,
      )
    },
  ),
  seenElsewhere(
    'voiceChanger.length',
    'the result is as long as the clip',
    becomes(highVoice, async (conversion, service) =>
      demandNear(await fetchResult(service, conversion), clipSeconds('tones'), 0.3, 'the length in seconds'),
    ),
  ),
]
