import { type Stereo, sampleRate } from '../../../studio/music/sound/stereo.ts'
import { speakText } from '../../../studio/speech/speech.ts'
import { voices } from '../../../studio/voice-list/voices.ts'

/** One channel in the middle of both sides. */
export const inTheMiddle = (samples: Float32Array): Stereo => ({ left: samples, right: samples, sampleRate })

/** The identifier of the voice with this name. */
export const voiceNamed = (name: string): string => {
  const voice = voices.find((candidate) => candidate.name === name)
  if (voice === undefined) throw new Error(`no voice is called ${name}`)
  return voice.voiceId
}

const said = new Map<string, Promise<Stereo>>()

/** A text in somebody's voice. Cached and shared, so do not modify it. */
export const spoken = (text: string, name: string): Promise<Stereo> => {
  const id = `${name}: ${text}`
  const speech =
    said.get(id) ?? speakText({ text, samplePath: undefined, voice: voiceNamed(name), gender: 'neutral' })
  said.set(id, speech)
  return speech
}

const noteSeconds = 0.6
const partials = [1, 0.5, 0.25, 0.12, 0.06, 0.03]

const noteLevel = (seconds: number): number =>
  Math.max(0, Math.min(1, seconds / 0.03, (noteSeconds - seconds) / 0.05))

/** A hum with a little vibrato: these notes in hertz, one after the other, with rests between. */
export const hummed = (notesHz: readonly number[], gapSeconds = 0.1): Stereo => {
  const samples = new Float32Array(Math.round(notesHz.length * (noteSeconds + gapSeconds) * sampleRate))
  for (const [note, hz] of notesHz.entries()) {
    const start = Math.round(note * (noteSeconds + gapSeconds) * sampleRate)
    let phase = 0
    for (let index = 0; index < noteSeconds * sampleRate; index += 1) {
      const seconds = index / sampleRate
      phase += (2 * Math.PI * hz * 2 ** ((0.2 * Math.sin(2 * Math.PI * 5.5 * seconds)) / 12)) / sampleRate
      const wave = partials.reduce((sum, level, at) => sum + level * Math.sin((at + 1) * phase), 0)
      samples[start + index] = 0.25 * noteLevel(seconds) * wave
    }
  }
  return inTheMiddle(samples)
}
