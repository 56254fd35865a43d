import { limits } from '../limits.ts'
import { type Envelope, type Reception, type Retry, recordRefusal, type World } from '../state.ts'
import { postEnvelope } from './requests.ts'

const track = <T>({ deliveries: { underWay } }: World, delivery: Promise<T>): Promise<T> => {
  underWay.add(delivery)
  const forget = () => underWay.delete(delivery)
  delivery.then(forget, forget)
  return delivery
}

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
  const { requestUrl } = world.registration
  const reception =
    requestUrl === undefined
      ? world.sockets.send(envelope, retry)
      : postEnvelope(world, requestUrl, envelope, retry)
  return track(world, reception)
}

/** When the next retry is due; undefined after the last. */
const nextRetryAtMs = (firstSentAtMs: number, retry: Retry | undefined): number | undefined => {
  const delayMs = [0, limits.secondRetryMs, limits.thirdRetryMs][retry?.number ?? 0]
  return delayMs === undefined ? undefined : firstSentAtMs + delayMs
}

/**
 * Hands an event to the app, and again while nobody acknowledges it: at once, a minute and five minutes after
 * the first time, which is what tells events from commands and interactions. Resolves when it is acknowledged or
 * given up. https://docs.slack.dev/apis/events-api/#retries
 */
const deliverUntilHeard = async (
  world: World,
  envelope: Envelope,
  firstSentAtMs: number = world.clock.now(),
  retry?: Retry,
): Promise<void> => {
  const reception = await deliver(world, envelope, retry)
  const dueAtMs = nextRetryAtMs(firstSentAtMs, retry)
  if (reception.kind === 'acknowledged' || reception.isFinal || dueAtMs === undefined) return
  const next = { number: (retry?.number ?? 0) + 1, reason: reception.reason }
  await new Promise<void>((resolve) => {
    const { retries, hurrying } = world.deliveries
    const again = (): void => {
      cancel()
      retries.delete(again)
      resolve(deliverUntilHeard(world, envelope, firstSentAtMs, next))
    }
    const cancel = world.clock.at(hurrying > 0 ? firstSentAtMs : dueAtMs, again)
    retries.add(again)
  })
}

/** Hands an event to the app, as often as Slack does. Nobody waits for it. */
export const deliverEvent = (world: World, envelope: Envelope): void => {
  const delivery = deliverUntilHeard(world, envelope)
  void track(world, delivery).catch((error: unknown) =>
    recordRefusal(world, `${envelope.title}: ${String(error)}`, {}),
  )
}

/** Waits until all is acknowledged or given up, and lets no event wait for the time of its next retry. */
export const untilHeard = async ({ deliveries }: World): Promise<void> => {
  const { retries, underWay } = deliveries
  deliveries.hurrying += 1
  for (const again of retries) again()
  while (underWay.size > 0) await Promise.allSettled(underWay)
  deliveries.hurrying -= 1
}
