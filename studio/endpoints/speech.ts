import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { fetchClip } from '../clips/clip-source.ts'
import { makeSound } from '../makers/outputs.ts'
import type { SpeechOrder } from '../speech/speech.ts'
import { titleOfText } from '../speech/title.ts'
import { defineWork, rendering } from '../work.ts'

/** The service documents no limit; an hour of speech would not fit into the studio's memory. */
const textLengthMax = 20_000

/** What is spoken, and the address of a sample of the voice, empty for none. */
type SpeechWork = Omit<SpeechOrder, 'samplePath'> & { readonly sampleUrl: string }

const spoken = rendering('speech', async () => (await import('../renderings/speech.ts')).renderSpeech)

/** Speaks a text. */
export const speech = defineWork(taskEndpoints.speech, {
  renders: [spoken],
  take: ({ text, sample_audio_url, voice_id, gender }) =>
    [...text].length > textLengthMax
      ? { problem: `text must have at most ${textLengthMax} characters` }
      : {
          units: Math.ceil(text.split(/\s+/).length / 100),
          texts: [text],
          order: { text, sampleUrl: sample_audio_url, voice: voice_id, gender: gender ?? 'neutral' },
        },
  make: async (studio, task, { sampleUrl, ...order }: SpeechWork) => {
    const samplePath = sampleUrl === '' ? undefined : await fetchClip(sampleUrl, studio)
    const make = (name: string) => studio.renderer.render(spoken, { ...order, samplePath }, name)
    await makeSound(studio, task, make, titleOfText(order.text))
  },
})
