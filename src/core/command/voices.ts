import type { Choice } from '../fields/field.ts'
import type { KnownList } from './suggest.ts'

/** The service's voices at some moment. */
export interface VoicesAt {
  voices: readonly Choice[]
  /** When the service returned them. */
  atMs: number
  /** The list is incomplete. */
  isPart?: true
}

/** What is known of the service's voices now. */
export interface KnownVoices {
  /** Undefined if the service has never returned them. */
  known: VoicesAt | undefined
  /** Whether the last request to the service failed. */
  isOld: boolean
  /** The earliest time of the next request to the service; undefined during one. */
  nextTryMs: number | undefined
}

/** The list of voices, fast enough for suggestions: known voices are returned at once, and waits are short. */
export interface VoiceList {
  read(): Promise<KnownVoices>
  /**
   * The known voices; if the list is incomplete, with those found by name so far, and with the service's matches
   * for this name or id.
   */
  find(typed?: string): Promise<KnownList>
  /** The same for a name that is still being typed. It asks the service less often. */
  suggest(typed: string): Promise<KnownList>
}

/** A copy that survives the process. Throws AppError `store_unavailable`. */
export interface VoiceCopy {
  read(): Promise<VoicesAt | undefined>
  keep(voices: VoicesAt): Promise<void>
}
