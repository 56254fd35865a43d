import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { changesSound } from '../makers/clip-sound.ts'
import type { VoiceChange } from '../voice/voice-change.ts'
import { voiceById } from '../voice-list/voices.ts'
import { defineWork } from '../work.ts'

const { make, renders } = changesSound(
  'voiceChange',
  async (sound, wishes: VoiceChange) => (await import('../voice/voice-change.ts')).changeVoice(sound, wishes),
  ({ voiceId }) => voiceById(voiceId)?.name,
)

/** Gives a clip another voice. */
export const voiceChanger = defineWork(taskEndpoints.voiceChanger, {
  take: ({ voice_id, pitch, remove_background }, { clips }) => ({
    order: {
      clip: clips.audio,
      format: 'mp3' as const,
      wishes: { voiceId: voice_id, semitones: pitch, withoutBackground: remove_background === 1 },
    },
  }),
  make,
  renders,
})
