import { limits } from '../limits.ts'
import type { Envelope, Reception, Retry, World } from '../state.ts'
import { postEnvelope } from './requests.ts'

/**
 * Hands an envelope to the app, by its request URL or by one of its sockets,
 * and waits for the acknowledgement.
 */
export const deliver = (world: World, envelope: Envelope, retry?: Retry): Promise<Reception> => {
  const again = retry ? ` (retry ${retry.number}: ${retry.reason})` : ''
  world.wire.record({
    platform: 'slack',
    kind: 'event',
    summary: `${envelope.type}: ${envelope.title}${again}`,
    detail: envelope.payload,
  })
  return world.registration.requestUrl === undefined
    ? world.sockets.send(envelope, retry)
    : postEnvelope(world, world.registration.requestUrl, envelope, retry)
}

/** When the next retry is due; undefined after the last. */
const nextRetryAtMs = (firstSentAtMs: number, retry: Retry | undefined): number | undefined => {
  const delayMs = [0, limits.secondRetryMs, limits.thirdRetryMs][retry?.number ?? 0]
  return delayMs === undefined ? undefined : firstSentAtMs + delayMs
}

/**
 * Hands an event to the app, and again while nobody acknowledges it: at once, a minute and five minutes after
 * the first time, which is what tells events from commands and interactions. Nobody waits for it.
 * https://docs.slack.dev/apis/events-api/#retries
 */
export const deliverEvent = async (
  world: World,
  envelope: Envelope,
  firstSentAtMs: number = world.clock.now(),
  retry?: Retry,
): Promise<void> => {
  const reception = await deliver(world, envelope, retry)
  const dueAtMs = nextRetryAtMs(firstSentAtMs, retry)
  if (reception.kind === 'acknowledged' || reception.isFinal || dueAtMs === undefined) return
  const next = { number: (retry?.number ?? 0) + 1, reason: reception.reason }
  world.clock.at(dueAtMs, () => void deliverEvent(world, envelope, firstSentAtMs, next))
}
