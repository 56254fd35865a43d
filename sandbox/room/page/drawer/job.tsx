import { type JobStory, type LedgerEntry, shortJob } from './about.ts'
import { clockText, creditsText, sinceText } from './amounts.ts'

const amountText = ({ fields }: LedgerEntry): string => {
  const { before, credits } = fields
  const isChanged = before !== undefined && before !== credits && Number(before) > 0
  return isChanged ? `${creditsText(before)} → ${creditsText(credits)}` : creditsText(credits)
}

/** Lines of the ledger in the order in which they were written: docs/ledger.md. */
export const Ledger = ({ lines }: { lines: readonly LedgerEntry[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">at</th>
        <th scope="col">ledger</th>
        <th scope="col">credits</th>
        <th scope="col">held</th>
        <th scope="col">used</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <tr key={`${line.bucket} ${line.entry}`}>
          <td>{clockText(line.atMs)}</td>
          <td>{line.fields.operation}</td>
          <td>{amountText(line)}</td>
          <td>{creditsText(line.fields.pending)}</td>
          <td>{creditsText(line.fields.posted)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** A job on a time line: its states, how long after the first each came, and its lines in the ledger. */
export const Job = ({ story: { job, states, lines } }: { story: JobStory }) => (
  <section class="job" aria-label={`Job ${shortJob(job)}`}>
    <h4>
      {states[0]?.feature} <code>{shortJob(job)}</code>
    </h4>
    <ol class="timeline">
      {states.map(({ id, state, atMs }) => (
        <li key={id}>
          <strong>{state}</strong>
          <time class="small" dateTime={new Date(atMs).toISOString()}>
            {sinceText(states[0]?.atMs ?? atMs, atMs)}
          </time>
        </li>
      ))}
    </ol>
    {lines.length === 0 ? null : <Ledger lines={lines} />}
  </section>
)
