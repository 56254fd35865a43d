import type { Field, InputOf } from '../../../core/fields/field.ts'
import { choice, optional, text, toggle } from '../../../core/fields/field-builders.ts'
import { declared } from '../../../core/text/say.ts'

/** The service's names for how a voice sounds. */
export const male = { value: 'male', label: 'Male' } as const
export const female = { value: 'female', label: 'Female' } as const
export const neutral = { value: 'neutral', label: 'Neutral' } as const

/** The member's own lyrics; an endpoint may limit their length in characters. */
export const songLyrics = (limit: { lengthMax?: number } = {}): Field<string | undefined> =>
  optional(
    text({
      label: 'Lyrics',
      help: 'Lyrics to sing (default: written for you)',
      named: declared('your own'),
      ...limit,
    }),
  )

/** Fields that every singing feature has besides its own. */
export const songFields = {
  lyrics: songLyrics(),
  title: optional(text({ label: 'Title', help: 'Title of the song', suggestions: 'titles' })),
  gender: optional(
    choice({ label: 'Gender', help: 'Gender of the singing voice', choices: [male, female, neutral] }),
  ),
  cover: optional(toggle({ label: 'Cover', help: 'Make an album cover too' })),
  timestamps: optional(toggle({ label: 'Timestamps', help: 'Show when each line is sung' })),
}

/** The same values by the service's names. */
export const songValues = (input: InputOf<typeof songFields>) => ({
  lyrics: input.lyrics,
  title: input.title,
  gender: input.gender,
  generate_album_cover: input.cover,
  lyrics_timestamps: input.timestamps,
})
