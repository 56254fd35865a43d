/** What a job is told, and who is called by it. */
interface Told {
  status: 'taken' | 'waiting'
  called: readonly string[]
}

interface Called {
  job: string
  lapsesMs: number
}

const offerMs = 30_000

/**
 * The line in front of one key, in plain lists: by what the scripts are judged.
 * Jobs are named by server and number.
 */
export const createLineModel = (parallel: number, now: () => number) => {
  const leases = new Map<string, { job: string; epoch: number; untilMs: number }>()
  /** Servers in the order of their turns, each with its waiting jobs, first asked for first. */
  let ring: { server: string; jobs: readonly string[] }[] = []
  let offers: readonly Called[] = []

  const serverOf = (job: string) => job.slice(0, 1)
  const numberOf = (job: string) => Number(job.slice(1))
  const alive = () => offers.filter(({ lapsesMs }) => lapsesMs > now())
  const endLapsedLeases = () => {
    for (const [key, { untilMs }] of leases) if (untilMs <= now()) leases.delete(key)
  }
  const giveUp = (job: string, epochMax: number): number => {
    const given = [...leases].filter(([, lease]) => lease.job === job && lease.epoch <= epochMax)
    for (const [key] of given) leases.delete(key)
    return given.length
  }
  const leaveRing = (job: string): void => {
    ring = ring
      .map(({ server, jobs }) => ({ server, jobs: jobs.filter((other) => other !== job) }))
      .filter(({ jobs }) => jobs.length > 0)
  }
  const join = (job: string): void => {
    const server = serverOf(job)
    const known = ring.find((entry) => entry.server === server)
    if (known?.jobs.includes(job)) return
    const jobs = [...(known?.jobs ?? []), job].sort((one, other) => numberOf(one) - numberOf(other))
    if (known === undefined) ring = [...ring, { server, jobs }]
    else known.jobs = jobs
  }
  const callNext = (own?: string): { called: readonly string[]; isServed: boolean } => {
    const called: string[] = []
    let isServed = false
    for (let free = parallel - leases.size - alive().length; free > 0; free -= 1) {
      const [first, ...others] = ring
      const job = first?.jobs[0]
      if (first === undefined || job === undefined) break
      ring = [...others, first]
      leaveRing(job)
      if (job === own) isServed = true
      else {
        offers = [...offers, { job, lapsesMs: now() + offerMs }]
        called.push(job)
      }
    }
    return { called, isServed }
  }

  return {
    take(job: string, epoch: number, untilMs: number): Told {
      const key = `${job}-${epoch}`
      endLapsedLeases()
      giveUp(job, epoch - 1)
      if (leases.has(key)) {
        leases.set(key, { job, epoch, untilMs })
        return { status: 'taken', called: [] }
      }
      const isKept = alive().some((offer) => offer.job === job)
      offers = offers.filter((offer) => offer.job !== job)
      if (!isKept) join(job)
      const { called, isServed } = isKept ? { called: [], isServed: true } : callNext(job)
      if (isServed) leases.set(key, { job, epoch, untilMs })
      return { status: isServed ? 'taken' : 'waiting', called }
    },
    release(job: string, epoch: number): readonly string[] {
      if (!leases.delete(`${job}-${epoch}`)) return []
      endLapsedLeases()
      return callNext().called
    },
    leave(job: string, epoch: number): readonly string[] {
      leaveRing(job)
      const freed = giveUp(job, epoch) + offers.filter((offer) => offer.job === job).length
      offers = offers.filter((offer) => offer.job !== job)
      if (freed === 0) return []
      endLapsedLeases()
      return callNext().called
    },
    /** Those who are called by it. */
    tend(): readonly string[] {
      endLapsedLeases()
      offers = alive()
      return callNext().called
    },
    leases: () => [...leases.keys()].sort(),
    called: () => alive().map(({ job }) => job),
    waiting: () => ring.flatMap(({ jobs }) => jobs),
    /** The order in which they would be served. */
    order(): readonly string[] {
      const rounds = Math.max(0, ...ring.map(({ jobs }) => jobs.length))
      return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
        ring.flatMap(({ jobs }) => jobs[round] ?? []),
      )
    },
  }
}
