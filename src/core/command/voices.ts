import type { Choice } from '../fields/field.ts'
import type { KnownList } from './suggest.ts'

/** The service's voices, as they were at some moment. */
export interface VoicesAt {
  voices: readonly Choice[]
  /** When the service told them. */
  atMs: number
  /** The list is incomplete. */
  isPart?: true
}

/** What is known of the service's voices now. */
export interface KnownVoices {
  /** Undefined where the service has never told them. */
  known: VoicesAt | undefined
  /** Whether the service could not be asked the last time. */
  isOld: boolean
  /** When the service is asked again at the earliest; undefined while it is asked. */
  nextTryMs: number | undefined
}

/**
 * The list of voices, in time for whoever types: what is known is there at once, and nothing is waited for
 * for long.
 */
export interface VoiceList {
  read(): Promise<KnownVoices>
  /**
   * The known voices; if the list is incomplete, with those found by a name so far, and with the service's matches for
   * this name or id.
   */
  find(typed?: string): Promise<KnownList>
}

/** A copy that outlives the process. Throws AppError `store_unavailable`. */
export interface VoiceCopy {
  read(): Promise<VoicesAt | undefined>
  keep(voices: VoicesAt): Promise<void>
}
