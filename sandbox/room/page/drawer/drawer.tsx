import type { SeenMessage } from '../../../control/people.ts'
import type { WireEntry } from '../../../wire.ts'
import type { BooksEntry } from '../../../world/books.ts'
import { budgetLines, jobStories, jobsOf, wireAbout } from './about.ts'
import { Job, Ledger } from './job.tsx'
import { Switches, type ThrownSwitches } from './switches.tsx'
import { Wire } from './wire.tsx'

interface DrawerProps extends ThrownSwitches {
  message: SeenMessage | undefined
  wire: readonly WireEntry[]
  books: readonly BooksEntry[]
  /** Looks at everything again. */
  showAll(): void
  close(): void
}

const jobsShownMax = 5

const Everything = ({ wire, books }: Pick<DrawerProps, 'wire' | 'books'>) => {
  const stories = jobStories(books).slice(0, jobsShownMax)
  const lines = budgetLines(books)
  return (
    <>
      <h3>The latest jobs</h3>
      {stories.length === 0 ? <p class="small">No requests yet.</p> : null}
      {stories.map((story) => (
        <Job key={story.job} story={story} />
      ))}
      <h3>Budgets</h3>
      {lines.length === 0 ? <p class="small">No budget was set yet.</p> : <Ledger lines={lines} />}
      <h3>The wire</h3>
      <Wire entries={wire} />
    </>
  )
}

const OneMessage = ({ message, wire, books }: DrawerProps & { message: SeenMessage }) => {
  const stories = jobsOf(message, jobStories(books))
  return (
    <>
      {stories.map((story) => (
        <Job key={story.job} story={story} />
      ))}
      <h3>The wire</h3>
      <Wire entries={wireAbout(wire, message, stories)} isOneStory />
    </>
  )
}

const excerptLength = 90

/** Slack's texts have emoji by their names, such as `:tada:`. */
const namedEmoji = /:[a-z][a-z0-9_+-]*: ?/g

const excerptOf = ({ text, files }: SeenMessage): string => {
  const whole = text === '' ? files.map(({ name }) => name).join(', ') : text.replaceAll(namedEmoji, '')
  const letters = [...whole] // no emoji is cut in half
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength - 1).join('')}…` : whole
}

/** What happened behind the messages: of one of them, or lately; and what can be made to go wrong. */
export const Drawer = (props: DrawerProps) => {
  const { message, showAll, close } = props
  return (
    <aside class="drawer" aria-label="What happened">
      <header class="bar">
        <h2>What happened</h2>
        <button type="button" class="press plain" onClick={close}>
          Close
        </button>
      </header>
      <Switches thrown={props.thrown} setThrown={props.setThrown} />
      {message === undefined ? (
        <Everything {...props} />
      ) : (
        <>
          <p class="about">
            <strong>{message.author}</strong> {excerptOf(message)}{' '}
            <button type="button" class="textual" onClick={showAll}>
              Show everything
            </button>
          </p>
          <OneMessage {...props} message={message} />
        </>
      )}
    </aside>
  )
}
