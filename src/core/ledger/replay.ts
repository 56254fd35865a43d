import { unreachable } from '../errors.ts'
import type { AccountId } from '../target.ts'
import type { Difference } from './difference.ts'
import type { GrantLine, JournalLine, MoneyLine, SponsorLine, UnknownLine } from './journal.ts'
import type { Scope } from './scope.ts'
import { type DaySpend, enterSpend } from './spend.ts'

/** What is spent, held and granted in one window, in millionths of a credit. */
export interface Figures {
  posted: number
  pending: number
  granted: number
}

/** The figures of an account, or of one of its scopes, by window. */
export interface FiguresOf {
  account: AccountId
  /** Undefined: the account itself. */
  scope: Scope | undefined
  windows: Map<string, Figures>
}

/** A job's money after the entries so far. */
export interface JobMoney {
  account: AccountId
  window: string
  scopes: readonly Scope[]
  held: number
  /** Undefined while the hold is open. */
  settled: number | undefined
  version: number
  /** What it counts in the spend of its day; undefined if these books can't know. */
  spent: number | undefined
}

/** The result of the entries so far. */
export interface Books {
  /** Whether they were kept from the first entry on; otherwise they don't know jobs that were settled earlier. */
  isWhole: boolean
  /** The id of the last entry. */
  lastId: string | undefined
  lineCount: number
  figures: Map<string, FiguresOf>
  jobs: Map<string, JobMoney>
  /** What accounts spent by day. */
  spends: Map<string, DaySpend>
  unknownLines: UnknownLine[]
  /** How far an account's entries are known to be off, so that one gap is reported once. */
  drifts: Map<string, Figures>
}

/** Books without an entry. */
export const openBooks = (): Books => ({
  isWhole: true,
  lastId: undefined,
  lineCount: 0,
  figures: new Map(),
  jobs: new Map(),
  spends: new Map(),
  unknownLines: [],
  drifts: new Map(),
})

const copyFigures = ({ windows, ...of }: FiguresOf): FiguresOf => ({
  ...of,
  windows: new Map([...windows].map(([window, figures]) => [window, { ...figures }])),
})

/** The books without jobs that are settled, for replaying what follows; later entries don't change the copy. */
export const copyBooks = (books: Books): Books => ({
  ...books,
  isWhole: false,
  figures: new Map([...books.figures].map(([name, figures]) => [name, copyFigures(figures)])),
  jobs: new Map([...books.jobs].filter(([, { settled }]) => settled === undefined)),
  spends: new Map(
    [...books.spends].map(([name, spend]) => [name, { ...spend, amounts: new Map(spend.amounts) }]),
  ),
  unknownLines: [],
  drifts: new Map(),
})

const noFigures = (): Figures => ({ posted: 0, pending: 0, granted: 0 })

/** The name of an account's or scope's figures in the books. */
export const figuresName = (account: AccountId, scope?: Scope): string =>
  scope === undefined ? account : JSON.stringify([account, scope.kind, scope.id])

const figuresOf = (books: Books, account: AccountId, scope?: Scope): FiguresOf => {
  const name = figuresName(account, scope)
  const all = books.figures.get(name) ?? { account, scope, windows: new Map<string, Figures>() }
  books.figures.set(name, all)
  return all
}

/** The figures of one window; they start at zero. */
export const figuresIn = (books: Books, account: AccountId, window: string, scope?: Scope): Figures => {
  const all = figuresOf(books, account, scope)
  const figures = all.windows.get(window) ?? noFigures()
  all.windows.set(window, figures)
  return figures
}

type FigureName = keyof Figures

/** Compares an entry's statement of its own effect with the result of the entries before it. */
const checkFigures = (
  books: Books,
  line: MoneyLine | GrantLine | SponsorLine,
  scope: Scope | undefined,
  said: Partial<Figures>,
): Difference[] => {
  const { account, window, id } = line
  const figures = figuresIn(books, account, window, scope)
  const driftName = `${figuresName(account, scope)} ${window}`
  const drift = books.drifts.get(driftName) ?? noFigures()
  books.drifts.set(driftName, drift)
  const names: readonly FigureName[] = ['posted', 'pending', 'granted']
  return names.flatMap((name): Difference[] => {
    const found = said[name]
    const expected = figures[name] + drift[name]
    if (found === undefined || found === expected) return []
    drift[name] += found - expected
    const job = 'job' in line ? line.job : undefined
    return [{ what: name, at: { line: id, account, scope, window, job }, expected, found }]
  })
}

const isOpen = ({ operation }: MoneyLine): boolean => operation === 'hold' || operation === 'adjust'

/** Scopes as text, for comparison and display. */
export const scopesText = (scopes: readonly Scope[]): string =>
  scopes.map(({ kind, id }) => `${kind} ${id}`).join(', ')

/** Contradictions between this entry and earlier ones for the same job. */
const checkJob = (line: MoneyLine, known: JobMoney): Difference[] => {
  const at = { line: line.id, account: line.account, window: line.window, job: line.job }
  const before =
    line.operation === 'correct' ? (known.settled ?? 0) : known.settled === undefined ? known.held : 0
  const pairs = [
    ['version', known.version + 1, line.version],
    ['before', before, line.before],
    ['account', known.account, line.account],
    ['window', known.window, line.window],
    ['scopes', scopesText(known.scopes), scopesText(line.scopes)],
  ] as const
  const differences = pairs.flatMap(([what, expected, found]): Difference[] =>
    expected === found ? [] : [{ what, at, expected, found }],
  )
  if (line.spent === undefined || known.spent === undefined) return differences
  const expected = line.credits - known.spent
  return line.spent === expected
    ? differences
    : [...differences, { what: 'spent', at, expected, found: line.spent }]
}

const notHeldYet = ({ account, window, scopes }: MoneyLine): JobMoney => ({
  account,
  window,
  scopes,
  held: 0,
  settled: undefined,
  version: 0,
  spent: 0,
})

/** Books that began later must believe a correction's statement of what it corrects. */
const settledBefore = (line: MoneyLine): JobMoney => ({
  ...notHeldYet(line),
  settled: line.before,
  version: line.version - 1,
  spent: undefined,
})

const enterMoney = (books: Books, line: MoneyLine): Difference[] => {
  const isFromBefore = !books.isWhole && line.operation === 'correct' && !books.jobs.has(line.job)
  const known = books.jobs.get(line.job) ?? (isFromBefore ? settledBefore(line) : notHeldYet(line))
  const differences = checkJob(line, known)
  if (line.version <= known.version) return differences // a repeated entry counts once
  const held = isOpen(line) ? line.credits : 0
  const settled = isOpen(line) ? undefined : line.credits
  for (const scope of [undefined, ...known.scopes]) {
    const figures = figuresIn(books, known.account, known.window, scope)
    figures.pending += held - known.held
    figures.posted += (settled ?? 0) - (known.settled ?? 0)
  }
  const spent = line.spent === undefined ? known.spent : line.credits
  books.jobs.set(line.job, { ...known, held, settled, version: line.version, spent })
  enterSpend(books.spends, line)
  const { posted, pending } = line
  return [...differences, ...checkFigures(books, line, undefined, { posted, pending })]
}

const enterGrant = (books: Books, line: GrantLine): Difference[] => {
  const { account, window, scope, credits, granted } = line
  figuresIn(books, account, window, scope).granted += line.operation === 'grant' ? credits : -credits
  return checkFigures(books, line, scope, { granted })
}

const enterSponsor = (books: Books, line: SponsorLine): Difference[] => {
  const { account, window, credits, granted, received } = line
  const giver: Scope = { kind: 'member', id: line.actor }
  const receiver: Scope = { kind: 'member', id: line.member }
  figuresIn(books, account, window, giver).granted -= credits
  figuresIn(books, account, window, receiver).granted += credits
  return [
    ...checkFigures(books, line, giver, { granted }),
    ...checkFigures(books, line, receiver, { granted: received }),
  ]
}

/**
 * Adds the next entry to the books. Returns where it contradicts earlier entries; the books continue with what the
 * entry says of its job, so that one gap does not make every later entry wrong.
 */
export const enter = (books: Books, line: JournalLine): readonly Difference[] => {
  books.lastId = line.id
  books.lineCount += 1
  switch (line.operation) {
    case 'hold':
    case 'adjust':
    case 'settle':
    case 'void':
    case 'book':
    case 'correct':
      return enterMoney(books, line)
    case 'grant':
    case 'take':
      return enterGrant(books, line)
    case 'sponsor':
      return enterSponsor(books, line)
    case 'unknown':
      books.unknownLines.push(line)
      return []
    case 'starter':
    case 'limit':
    case 'channel_limit':
    case 'group_limit':
    case 'group_each_limit':
    case 'member_limit':
    case 'feature_limit':
    case 'model_limit':
    case 'manager':
    case 'block':
    case 'pause':
    case 'decline':
    case 'alerts':
    case 'approvals':
    case 'sponsoring':
    case 'own_key':
      figuresOf(books, line.account)
      return []
    default:
      return unreachable(line)
  }
}

/** Replays entries, oldest first, from the journal's first one. */
export const replay = (
  lines: Iterable<JournalLine>,
): { books: Books; differences: readonly Difference[] } => {
  const books = openBooks()
  const differences = [...lines].flatMap((line) => enter(books, line))
  return { books, differences }
}
