import type { Fields } from './books.ts'

/** What a request is judged by, besides the journal. */
interface Asked {
  /** The most that it can cost. */
  hold: number
  /** Where it counts, such as `channel:1`; empty for the account itself. */
  scopes: readonly string[]
  groups: readonly string[]
  window: string
  /** The month of the operator's total, and which month a moment is in. */
  month: string
  monthAt: (instantMs: number) => string
  /** What the operator allows all accounts, and this one; undefined: as much as they want. */
  operatorLimit: number | undefined
  ceiling: number | undefined
  newServerCredits: number
  /** By scope, empty for the account: the bonus that an admin's approval of this request gave. */
  bonuses: ReadonlyMap<string, number>
}

interface Job {
  used: number
  window: string | undefined
  month: string
  scopes: readonly string[]
}

interface ByJournal {
  limits: ReadonlyMap<string, number>
  /** By scope and window. */
  granted: ReadonlyMap<string, number>
  jobs: readonly Job[]
}

const nameOf = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`

/** Whose limit a line sets, as in `group_each:1`; one for all of a kind has no id. */
const limitNameIn = ({ operation = '', channel, group, member, feature, model }: Fields): string => {
  if (operation === 'limit' || operation === 'starter') return ''
  const id = channel ?? group ?? member ?? feature ?? model ?? ''
  return `${operation.replace(/_limit$/, '')}:${id}`
}

/** Replays the journal of one account: a line's credits take the place of whatever its job had before. */
const replay = (journal: readonly Fields[], monthAt: Asked['monthAt']): ByJournal => {
  const limits = new Map<string, number>()
  const granted = new Map<string, number>()
  const jobs = new Map<string, Job>()
  for (const line of journal) {
    const { operation = '', credits = '', window, job, scope = '' } = line
    if (operation === 'grant' || operation === 'take')
      granted.set(`${scope === '' ? '' : nameOf(JSON.parse(scope))}|${window}`, Number(line.granted))
    else if (operation === 'sponsor') {
      granted.set(`member:${line.actor}|${window}`, Number(line.granted))
      granted.set(`member:${line.member}|${window}`, Number(line.received))
    } else if (job !== undefined) {
      const scopes = ['', ...JSON.parse(line.scopes ?? '[]').map(nameOf)]
      const month = jobs.get(job)?.month ?? monthAt(Number(line.at))
      jobs.set(job, { used: Number(credits), window, month, scopes })
    } else if (/limit$|^starter$/.test(operation)) {
      if (credits === '') limits.delete(limitNameIn(line))
      else limits.set(limitNameIn(line), Number(credits))
    }
  }
  return { limits, granted, jobs: [...jobs.values()] }
}

const sum = (jobs: readonly Job[]): number => jobs.reduce((all, { used }) => all + used, 0)

const limitOf = ({ limits }: ByJournal, scope: string, { groups, newServerCredits }: Asked) => {
  if (scope === '') return limits.get('') ?? newServerCredits
  const [kind = ''] = scope.split(':')
  const each = kind === 'member' ? groups.flatMap((group) => limits.get(`group_each:${group}`) ?? []) : []
  return limits.get(scope) ?? (each.length > 0 ? Math.max(...each) : limits.get(`${kind}:`))
}

/**
 * By the kind of the refusal that would name it: what each limit leaves, by the journal as it is now. Limits that are
 * not set leave as much as there is.
 */
const restsByJournal = (
  journal: readonly Fields[],
  asked: Asked,
): readonly { kind: string; scope: string; rest: number }[] => {
  const books = replay(journal, asked.monthAt)
  const ofMonth = sum(books.jobs.filter(({ month }) => month === asked.month))
  const ofScopes = ['', ...asked.scopes].map((scope) => {
    const counted = books.jobs.filter(
      ({ window, scopes }) => window === asked.window && scopes.includes(scope),
    )
    const granted = books.granted.get(`${scope}|${asked.window}`) ?? 0
    const limit = limitOf(books, scope, asked) ?? Infinity
    return { kind: scope.split(':')[0] || 'server', scope, rest: limit + granted - sum(counted) }
  })
  return [
    { kind: 'operator', scope: '', rest: (asked.operatorLimit ?? Infinity) - ofMonth },
    // Nothing is kept for other accounts, for there are none.
    { kind: 'share', scope: '', rest: (asked.operatorLimit ?? Infinity) - ofMonth },
    { kind: 'ceiling', scope: '', rest: (asked.ceiling ?? Infinity) - ofMonth },
    ...ofScopes,
  ]
}

/** The bonuses that were given with a job's hold: the lines right before its own. */
export const bonusesBefore = (journal: readonly Fields[], job: string): ReadonlyMap<string, number> => {
  const hold = journal.findIndex((line) => line.operation === 'hold' && line.job === job)
  const before = journal.slice(0, Math.max(0, hold))
  const given = before.slice(before.findLastIndex(({ operation }) => operation !== 'grant') + 1)
  return new Map(
    given
      .filter(({ reason }) => (reason ?? '') !== '')
      .map(({ scope = '', credits }) => [scope === '' ? '' : nameOf(JSON.parse(scope)), Number(credits)]),
  )
}

/**
 * What is wrong with the answer to a request for credits: it was refused although the limit that it names covers its
 * hold, or accepted although one did not. For an acceptance the journal is that of before, with the bonuses of an
 * approval: those are exactly what was missing of the hold, and leave no limit exceeded by more than it was.
 */
export const admissionFault = (
  journal: readonly Fields[],
  asked: Asked,
  { status, id = '' }: Readonly<Record<string, unknown>>,
): string | undefined => {
  const rests = restsByJournal(journal, asked)
  const [, kind] = /^exceeds_(\w+)$/.exec(String(status)) ?? []
  if (kind !== undefined) {
    const named = rests.find(
      (each) => each.kind === kind && (id === '' || each.scope === `${kind}:${String(id)}`),
    )
    if (named !== undefined && named.rest < asked.hold) return undefined
    return `${asked.hold} was refused by ${kind}, which leaves ${named?.rest}`
  }
  if (status !== 'created') return undefined
  for (const { kind: name, scope, rest } of rests) {
    const bonus = name === 'server' || scope !== '' ? asked.bonuses.get(scope) : undefined
    if (bonus === undefined && rest < asked.hold)
      return `${asked.hold} was accepted, and ${name} leaves ${rest}`
    if (bonus !== undefined && bonus !== asked.hold - Math.max(0, rest - bonus))
      return `${asked.hold} was accepted with a bonus of ${bonus}, and ${name} left ${rest - bonus}`
  }
  return undefined
}
