import { choice, type InputOf, optional, text, toggle } from '../../core/command/field.ts'
import { taskEndpoints } from '../../core/endpoints/audio-endpoints.ts'
import { declared } from '../../core/texts/say.ts'

/** The service's names for how a voice sounds. */
export const male = { value: 'male', label: 'Male' } as const
export const female = { value: 'female', label: 'Female' } as const
export const neutral = { value: 'neutral', label: 'Neutral' } as const

/**
 * The most characters of a prompt: a field of a form takes no more.
 * https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
 */
export const promptLengthMax = 3000

/**
 * Of the endpoints that sing, this one is documented with the closest limits; the others keep to them too.
 */
const remixed = taskEndpoints.remix.fields

/** What every feature that sings takes beside its own fields. */
export const songFields = {
  lyrics: optional(
    text({
      label: 'Lyrics',
      help: 'Words to be sung, instead of new ones',
      lengthMax: remixed.lyrics.lengthMax,
      named: declared('your own'),
    }),
  ),
  title: optional(
    text({ label: 'Title', help: 'What the song is called', lengthMax: 120, suggestions: 'titles' }),
  ),
  gender: optional(
    choice({ label: 'Gender', help: 'How the singing voice sounds', choices: [male, female, neutral] }),
  ),
  cover: optional(toggle({ label: 'Cover', help: 'Paint an album cover as well' })),
  timestamps: optional(toggle({ label: 'Timestamps', help: 'Say when each line of the lyrics is sung' })),
}

/** The same values by the service's names. */
export const songValues = (input: InputOf<typeof songFields>) => ({
  lyrics: input.lyrics,
  title: input.title,
  gender: input.gender,
  generate_album_cover: input.cover,
  lyrics_timestamps: input.timestamps,
})
