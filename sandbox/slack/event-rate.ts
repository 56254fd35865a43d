import type { AppRateLimitedEvent } from '@slack/types'
import type { World } from './state.ts'

const hourMs = 60 * 60_000

/** How many events of a workspace go to the app in an hour, and those that went in the last one. */
export type EventRate = {
  readonly perHour: number
  /** Oldest first. */
  readonly sentAtMs: number[]
  /** The last minute of which the app was told that there were too many, in seconds since the epoch. */
  toldMinute: number | undefined
}

/** Nothing has gone yet. */
export const newEventRate = (perHour: number): EventRate => ({ perHour, sentAtMs: [], toldMinute: undefined })

/** Counts an event that is to go, unless as many went in the last hour as may. */
export const spendEvent = ({ eventRate: { sentAtMs, perHour }, faults, clock }: World): boolean => {
  const sinceMs = clock.now() - hourMs
  while (sentAtMs[0] !== undefined && sentAtMs[0] <= sinceMs) sentAtMs.shift()
  if (sentAtMs.length >= (faults.eventsPerHour ?? perHour)) return false
  sentAtMs.push(clock.now())
  return true
}

/**
 * What the app gets instead of events, once for each minute in which there were too
 * many; undefined when it was told.
 * https://docs.slack.dev/reference/events/app_rate_limited
 */
export const rateLimitedPayload = ({
  app,
  team,
  clock,
  eventRate,
}: World): AppRateLimitedEvent | undefined => {
  const minute = Math.floor(clock.now() / 60_000) * 60
  if (eventRate.toldMinute === minute) return undefined
  eventRate.toldMinute = minute
  return {
    token: app.verificationToken,
    type: 'app_rate_limited',
    team_id: team.id,
    minute_rate_limited: minute,
    api_app_id: app.id,
  }
}
