import { App, type ReceiverEvent } from '@slack/bolt'
import type { Effect } from '../../../core/effect.ts'
import type { WorkInHand } from '../../../core/waiting.ts'

/** https://docs.slack.dev/apis/events-api/#callback-field */
const isEvent = ({ body }: ReceiverEvent): boolean => body.type === 'event_callback'

interface ActingAppOptions {
  effect: Effect
  /** Keeps deliveries until they are acknowledged. */
  track: WorkInHand['track']
  app: ConstructorParameters<typeof App>[0]
}

/**
 * Slack's library hands every delivery over here, with the way to acknowledge it. Events it would
 * acknowledge before any listener: Slack then never sends them again, so a crash in between would lose a
 * request without a word. Here an event is acknowledged when its listeners are done, and where one fails,
 * not at all: Slack sends it again.
 * https://docs.slack.dev/apis/events-api/#retries
 */
export class ActingApp extends App {
  readonly #effect: Effect
  readonly #track: WorkInHand['track']

  constructor({ effect, track, app }: ActingAppOptions) {
    super(app)
    this.#effect = effect
    this.#track = track
  }

  override processEvent(event: ReceiverEvent): Promise<void> {
    const ack: ReceiverEvent['ack'] = (response) =>
      this.#effect('slack.acknowledge', () => event.ack(response))
    if (!isEvent(event)) return super.processEvent({ ...event, ack })
    const work = super.processEvent({ ...event, ack: () => Promise.resolve() }).then(() => ack())
    void this.#track(work)
    return work
  }
}
