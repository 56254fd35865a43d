import { App, type ReceiverEvent } from '@slack/bolt'
import type { Effect } from '../../../core/effect.ts'
import type { WorkInHand } from '../../../core/waiting.ts'

/** https://docs.slack.dev/apis/events-api/#callback-field */
const isEvent = ({ body }: ReceiverEvent): boolean => body.type === 'event_callback'

interface ActingAppOptions {
  effect: Effect
  /** Tracks deliveries until they are acknowledged. */
  track: WorkInHand['track']
  /** Milliseconds since the epoch. */
  now: () => number
  app: ConstructorParameters<typeof App>[0]
}

/**
 * Slack's library passes every delivery here, with its acknowledgement. It would acknowledge events before any
 * listener runs: Slack then never resends them, so a crash in between would silently lose a request. Here an
 * event is acknowledged when its listeners are done; if one fails, not at all, and Slack resends it.
 * https://docs.slack.dev/apis/events-api/#retries
 */
export class ActingApp extends App {
  readonly #effect: Effect
  readonly #track: WorkInHand['track']
  readonly #now: () => number

  constructor({ effect, track, now, app }: ActingAppOptions) {
    super(app)
    this.#effect = effect
    this.#track = track
    this.#now = now
  }

  override processEvent(event: ReceiverEvent): Promise<void> {
    const arrivedMs = this.#now()
    const ack: ReceiverEvent['ack'] = (response) =>
      this.#effect('slack.acknowledge', () => event.ack(response), arrivedMs)
    if (!isEvent(event)) return super.processEvent({ ...event, ack })
    const work = super.processEvent({ ...event, ack: () => Promise.resolve() }).then(() => ack())
    void this.#track(work)
    return work
  }
}
