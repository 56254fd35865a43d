import { opened, opensInTheEnd } from '../forms.ts'
import type { SeenForm } from '../people.ts'
import type { Stage } from './stage.ts'

/**
 * Opens the form for missing input: by a slash command on Slack, by a mention on Discord, where a slash command
 * cannot leave it out.
 */
export const openForm = async ({ platform, people }: Stage, as: string, path: string): Promise<SeenForm> => {
  if (platform === 'slack') return opensInTheEnd(() => people.asks(as, path))
  const since = await people.says(as, `@Tunesmith ${path}`)
  const { id } = await people.sees(
    as,
    ({ replyTo, buttons }) => replyTo === since && buttons.some(({ label }) => label === 'Fill in'),
    since,
  )
  return opened(await people.presses(as, id, 'Fill in'))
}
