import type { Books, Fields, Figures } from './books.ts'
import { type Found, type Rules, type Violation, violationsOf } from './invariants.ts'

/** What the journal comes to, added up from its first line. */
interface Sums {
  /** By account, scope and window. */
  figures: ReadonlyMap<string, Omit<Figures, 'account' | 'scope' | 'window'>>
  jobs: ReadonlyMap<string, { spent: number; held: number }>
  differences: Found
}

const nothing = { spent: 0, held: 0, granted: 0 }
const moneyOperations = ['hold', 'adjust', 'settle', 'void', 'book', 'correct']

const named = (account: string | undefined, scope: string, window: string | undefined): string =>
  `${account}|${scope}|${window}`

const scopesIn = (list = '[]'): readonly string[] => {
  const scopes: { kind: string; id: string }[] = JSON.parse(list)
  return ['', ...scopes.map(({ kind, id }) => `${kind}:${id}`)]
}

/** The scope of a grant; empty for the account. */
const scopeIn = (text = ''): string => (text === '' ? '' : (scopesIn(`[${text}]`)[1] ?? ''))

/** A line's credits take the place of whatever its job had before. */
const addUp = (journal: readonly Fields[]): Sums => {
  const figures = new Map<string, typeof nothing>()
  const jobs = new Map<string, { spent: number; held: number; version: number; where: string }>()
  const add = (name: string, more: typeof nothing) => {
    const { spent, held, granted } = figures.get(name) ?? nothing
    const sum = { spent: spent + more.spent, held: held + more.held, granted: granted + more.granted }
    figures.set(name, sum)
    return sum
  }
  const enterGrant = ({ operation, account, scope, window, credits, granted }: Fields): Found => {
    const change = operation === 'grant' ? Number(credits) : -Number(credits)
    const sum = add(named(account, scopeIn(scope), window), { ...nothing, granted: change })
    return [sum.granted !== Number(granted) && `a ${operation} says ${granted}, and it is ${sum.granted}`]
  }
  const enterSponsor = ({ actor, member, received = '', ...line }: Fields): Found => {
    const scopeOf = (id: string | undefined) => JSON.stringify({ kind: 'member', id })
    return [
      ...enterGrant({ ...line, operation: 'take', scope: scopeOf(actor) }),
      ...enterGrant({ ...line, operation: 'grant', scope: scopeOf(member), granted: received }),
    ]
  }
  const enterMoney = ({ operation = '', account, job = '', window, scopes, ...line }: Fields): Found => {
    const where = named(account, scopes ?? '', window)
    const was = jobs.get(job) ?? { spent: 0, held: 0, version: 0, where }
    const credits = Number(line.credits)
    const isHeld = operation === 'hold' || operation === 'adjust'
    const is = { spent: isHeld ? 0 : credits, held: isHeld ? credits : 0, version: was.version + 1, where }
    jobs.set(job, is)
    const change = { spent: is.spent - was.spent, held: is.held - was.held, granted: 0 }
    const [sum = nothing] = scopesIn(scopes).map((scope) => add(named(account, scope, window), change))
    const before = operation === 'correct' ? was.spent : was.held
    const says = `the ${operation} of ${job} says`
    return [
      where !== was.where && `${says} that it counts in ${where}, and it was held in ${was.where}`,
      Number(line.before) !== before && `${says} that it takes the place of ${line.before}, not of ${before}`,
      Number(line.version) !== is.version && `${says} that it is change ${line.version}, not ${is.version}`,
      (Number(line.posted) !== sum.spent || Number(line.pending) !== sum.held) &&
        `${says} ${line.posted} and ${line.pending}, and the lines come to ${sum.spent} and ${sum.held}`,
      (operation === 'settle' || operation === 'book') &&
        Number(line.overrun ?? 0) !== Math.max(0, credits - was.held) &&
        `${says} that it is ${line.overrun} over the ${was.held} held, and it is ${credits}`,
    ]
  }
  const differences = journal.flatMap((line) => {
    if (line.operation === 'grant' || line.operation === 'take') return enterGrant(line)
    if (line.operation === 'sponsor') return enterSponsor(line)
    return moneyOperations.includes(line.operation ?? '') ? enterMoney(line) : []
  })
  return { figures, jobs, differences }
}

/**
 * No hold that costs anything is taken beyond the limit that stood then. With a bonus as large as itself, as an admin's
 * approval gives, it leaves a limit that is exceeded as it was.
 */
const beyondLimits = ({ journal }: Books): Found => {
  const limits = new Map<string, number>()
  const granted = new Map<string, number>()
  const bonuses = new Map<string, string | undefined>()
  return journal.map(({ operation, account = '', window, ...line }) => {
    const name = `${account}|${window}`
    if (operation === 'limit') limits.set(account, Number(line.credits))
    const isOfAll = (line.scope ?? '') === ''
    if ((operation === 'grant' || operation === 'take') && isOfAll) granted.set(name, Number(line.granted))
    const bonus = bonuses.get(account)
    if (operation !== 'grant' || isOfAll)
      bonuses.set(account, operation === 'grant' ? line.credits : undefined)
    const limit = limits.get(account)
    if (operation !== 'hold' || Number(line.credits) === 0 || limit === undefined) return false
    if (bonus === line.credits) return false
    const allowed = limit + (granted.get(name) ?? 0)
    const used = Number(line.posted) + Number(line.pending)
    return used > allowed && `${account} used ${used} of ${allowed} with the hold of ${line.job}`
  })
}

/** What is held is the sum of the open holds, wherever these count. */
export const heldApart = ({ figures, holds, records, journal }: Books): Found => {
  const scopesOf = new Map(journal.flatMap(({ job, scopes }) => (job === undefined ? [] : [[job, scopes]])))
  const sums = new Map<string, number>()
  for (const [job, { state, account, window, amount }] of holds) {
    if (state !== 'open') continue
    for (const scope of scopesIn(records.get(job)?.scopes ?? scopesOf.get(job))) {
      const name = named(account, scope, window)
      sums.set(name, (sums.get(name) ?? 0) + Number(amount))
    }
  }
  return figures.map(({ account, scope, window, held }) => {
    const name = named(account, scope, window)
    return held !== (sums.get(name) ?? 0) && `${name} holds ${held}, and its open holds ${sums.get(name)}`
  })
}

/** Scopes forget windows that are over for long; accounts forget none. */
const unlikeJournal = ({ figures }: Books, sums: Sums): Found => {
  const kept = new Map(figures.map((each) => [named(each.account, each.scope, each.window), each]))
  const ofAccounts = [...sums.figures.keys()].filter((name) => name.includes('||'))
  return [...new Set([...kept.keys(), ...ofAccounts])].map((name) => {
    const [is, by] = [kept.get(name) ?? nothing, sums.figures.get(name) ?? nothing]
    const isSame = is.spent === by.spent && is.held === by.held && is.granted === by.granted
    return (
      !isSame &&
      `${name} has ${is.spent}, ${is.held}, ${is.granted}, by its journal ${by.spent}, ${by.held}, ${by.granted}`
    )
  })
}

const jobsUnlikeJournal = ({ holds, records }: Books, { jobs }: Sums): Found =>
  [...new Set([...holds.keys(), ...jobs.keys()])].map((job) => {
    const { spent, held } = jobs.get(job) ?? nothing
    const { state, amount, settled = '0' } = holds.get(job) ?? {}
    const { settled: told = settled } = records.get(job) ?? {}
    const isSame = state === 'open' ? held === Number(amount) : held === 0 && spent === Number(settled)
    return (
      (!isSame || told !== settled) &&
      `${job} is ${state} with ${amount}, ${settled} and ${told}, by its journal ${spent} and ${held}`
    )
  })

/** What a day was spent is what its jobs came to, by member and feature. A day that has expired is not compared. */
const spendsUnlikeJournal = ({ journal, spends }: Books, { jobs }: Sums): Found => {
  const sums = new Map<string, number>()
  for (const { operation, job = '', account, day, feature, scopes } of journal) {
    const member = scopesIn(scopes).find((scope) => scope.startsWith('member:'))
    if (operation !== 'hold' || day === undefined || member === undefined) continue
    const name: string = `${account}:${day} ${member.slice('member:'.length)}|${feature}`
    sums.set(name, (sums.get(name) ?? 0) + (jobs.get(job)?.spent ?? 0))
  }
  const kept = [...spends].flatMap(([day, fields]) =>
    Object.entries(fields).map(([name, amount]) => [`${day} ${name}`, Number(amount)] as const),
  )
  const stored = new Map<string, number>(kept.filter(([name]) => name.includes('|')))
  return [...new Set([...sums.keys(), ...stored.keys()])].map((name) => {
    const [is, by] = [stored.get(name) ?? 0, sums.get(name) ?? 0]
    const isKept = spends.has(name.slice(0, name.indexOf(' ')))
    return isKept && is !== by && `${name} spent ${is}, by its journal ${by}`
  })
}

const operatorKeptMs = 35 * 24 * 60 * 60_000

const sumBy = (parts: readonly (readonly [string, number])[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const [name, amount] of parts) sums.set(name, (sums.get(name) ?? 0) + amount)
  return sums
}

/** What all accounts together use is what their jobs come to, in the months that the operator's total keeps. */
const unlikeOperator = ({ holds, records, operator }: Books, nowMs: number): Found => {
  const told = new Map(operator.journal.map(({ job, window }) => [job, window]))
  const oldest = `month:${new Date(nowMs - operatorKeptMs).toISOString().slice(0, 7)}`
  const ofJobs = sumBy(
    [...holds].map(([job, { state, amount, settled }]) => {
      const window = records.get(job)?.operator_window ?? told.get(job)
      return state === 'open' ? [`pending|${window}`, Number(amount)] : [`posted|${window}`, Number(settled)]
    }),
  )
  const ofAccounts = sumBy(
    Object.entries(operator.accounts).map(([name, amount]) => [
      /^[^|]*\|[^|]*/.exec(name)?.[0] ?? '',
      Number(amount),
    ]),
  )
  const names = new Set([...Object.keys(operator.figures), ...ofJobs.keys(), ...ofAccounts.keys()])
  return [...names].map((name) => {
    const [, window = ''] = name.split('|')
    const sums = [ofJobs, ofAccounts].map((each) => each.get(name) ?? 0)
    const figure = Number(operator.figures[name] ?? 0)
    const isWrong = window >= oldest && sums.some((sum) => sum !== figure)
    return isWrong && `the operator's ${name} is ${figure}, by jobs and by accounts ${sums.join(' and ')}`
  })
}

const lastLineMs = ({ journal }: Books): number => Math.max(0, ...journal.map(({ at }) => Number(at)))

const lawsAt = (nowMs: number): Rules<Books> => ({
  I3: (books) => [...heldApart(books), ...beyondLimits(books)],
  I6: (books) => {
    const sums = addUp(books.journal)
    return [
      ...sums.differences,
      ...unlikeJournal(books, sums),
      ...jobsUnlikeJournal(books, sums),
      ...spendsUnlikeJournal(books, sums),
      ...unlikeOperator(books, nowMs),
    ]
  },
})

/** Jobs that still hold credits, and what else waits in these keys. */
const remains = ({ holds, left }: Books, keys: RegExp): Found => [
  ...[...holds].map(([job, { state, amount }]) => state === 'open' && `${job} still holds ${amount}`),
  ...[...left].map(
    ([key, entries]) => keys.test(key) && `${key} still has ${Object.keys(entries).join(', ')}`,
  ),
]

/** What is wrong at any moment: the journal, figures, holds, records and the operator's total agree within the limits. */
export const judgeMoment = (books: Books, nowMs = lastLineMs(books)): readonly Violation[] =>
  violationsOf(lawsAt(nowMs), books)

/** What is wrong once nothing is left to do; `left` matches the keys that have to be empty by then. */
export const judgeEnd = (books: Books, left = /./, nowMs = lastLineMs(books)): readonly Violation[] =>
  violationsOf({ ...lawsAt(nowMs), I4: (all: Books) => remains(all, left) }, books)
