import { z } from 'zod'
import { lookUpDialect } from './dialects/look-up.ts'
import { voiceListDialect } from './voice-list/voices.ts'
import { webhookDialect } from './webhooks/dialect.ts'

const limit = z.int().min(1).max(1_000_000).nullable()

/** What can be set at the start, and changed by the control while the studio runs. */
export const studioSettings = z.strictObject({
  /** How long a piece of music is. */
  musicSeconds: z.number().min(1).max(600),
  /** A fixed `eta` to answer with, -1 for "unknown"; null = an honest estimate. */
  etaSeconds: z.int().min(-1).nullable(),
  /** Unfinished tasks that an account may have at a time; null = any number. */
  parallelMax: limit,
  /** Look-ups that a key may do in a minute, which counts from its first one; null = any number. */
  lookUpsPerMinute: limit,
  /** How look-ups differ from the interface description. */
  lookUp: lookUpDialect,
  /** How callbacks differ from the form of each feature. */
  webhooks: webhookDialect,
  /** Changes to the studio's own list of voices. */
  voices: voiceListDialect,
})

export type StudioSettings = z.output<typeof studioSettings>

/** Some of the settings; what is left out stays as it is. */
export const settingsChange = studioSettings.partial()
export type SettingsChange = z.output<typeof settingsChange>

/** Settings unless something else is said. */
export const usualSettings: StudioSettings = {
  musicSeconds: 20,
  etaSeconds: null,
  parallelMax: null,
  lookUpsPerMinute: null,
  lookUp: {},
  webhooks: {},
  voices: {},
}
