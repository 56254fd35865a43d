import type { WireEntry } from '../../../wire.ts'
import { clockText, sinceText } from './amounts.ts'

/** What went over the wire, the latest first; how long after the first of them each was. */
export const Wire = ({ entries }: { entries: readonly WireEntry[] }) => {
  const firstMs = entries[0]?.atMs
  if (firstMs === undefined) return <p class="small">Nothing yet.</p>
  return (
    <ol class="entries">
      {entries.toReversed().map(({ id, atMs, platform, kind, summary, detail }) => (
        <li key={id} class={kind}>
          <details>
            <summary>
              <span class={`chip ${kind}`}>{kind}</span> <span class="small">{platform}</span> {summary}{' '}
              <time class="small" title={clockText(atMs)}>
                {sinceText(firstMs, atMs)}
              </time>
            </summary>
            <pre>{JSON.stringify(detail, null, 2)}</pre>
          </details>
        </li>
      ))}
    </ol>
  )
}
