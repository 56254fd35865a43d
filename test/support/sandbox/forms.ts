import { vi } from 'vitest'
import type { People, SeenForm } from './people.ts'

type Answered = Awaited<ReturnType<People['presses']>>

/** The form that opened. Throws with what the client said where none did. */
const opened = ({ form, refused }: Answered): SeenForm => {
  if (form === undefined) throw new Error(refused ?? 'no form opened')
  return form
}

const patience = { interval: 1_000, timeout: 120_000 }

/**
 * Slack lets an app open so many forms; whoever asks faster than a person is told so in time, and asks
 * again.
 */
export const opensInTheEnd = (asks: () => Promise<Answered>): Promise<SeenForm> =>
  vi.waitFor(async () => opened(await asks()), patience)
