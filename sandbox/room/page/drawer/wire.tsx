import type { WireEntry } from '../../../wire.ts'
import { clockText, sinceText } from './amounts.ts'

const shownMax = 80

interface WireProps {
  entries: readonly WireEntry[]
  /** Whether they belong together: each says how long after the first it was; when, its title does. */
  isOneStory?: boolean
}

/** What went over the wire, the latest first, and no more of it than one reads. */
export const Wire = ({ entries, isOneStory = false }: WireProps) => {
  const firstMs = entries[0]?.atMs
  if (firstMs === undefined) return <p class="small">Nothing yet.</p>
  return (
    <ol class="entries">
      {entries
        .slice(-shownMax)
        .toReversed()
        .map(({ id, atMs, platform, kind, summary, detail }) => (
          <li key={id} class={kind}>
            <details>
              <summary>
                <span class={`chip ${kind}`}>{kind}</span> <span class="small">{platform}</span> {summary}{' '}
                <time class="small" title={isOneStory ? clockText(atMs) : undefined}>
                  {isOneStory ? sinceText(firstMs, atMs) : clockText(atMs)}
                </time>
              </summary>
              <pre>{JSON.stringify(detail, null, 2)}</pre>
            </details>
          </li>
        ))}
    </ol>
  )
}
