import type { BadDay, Trouble } from './bad-day.ts'
import type { ActFault } from './simulated-process.ts'

/** The troubles that strike the nth of their kind. */
type Counted = Extract<Trouble, { nth: number }>

/** Counts what may be struck, and tells what strikes it. */
export const createTroubles = ({ troubles }: BadDay) => {
  const counter = <Kind extends Counted['kind']>(kind: Kind) => {
    const own = troubles.filter(
      (trouble): trouble is Extract<Counted, { kind: Kind }> => trouble.kind === kind,
    )
    let count = 0
    return () => {
      count += 1
      return own.find(({ nth }) => nth === count)
    }
  }
  const act = counter('act')
  const counts = new Map<string, number>()
  const named = troubles.filter((trouble) => trouble.kind === 'named act')
  const ofNamedAct = (act: string): ActFault | undefined => {
    const due = named.filter(({ name }) => act === name || act.startsWith(`${name} `))
    for (const name of new Set(due.map((trouble) => trouble.name)))
      counts.set(name, (counts.get(name) ?? 0) + 1)
    return due.find(({ name, nth }) => counts.get(name) === nth)?.fault
  }
  const wakeUp = counter('wake-up')
  const request = counter('request to Discord')
  const lookUp = counter('look-up')
  return {
    ofAct: (name: string) => act()?.fault ?? ofNamedAct(name),
    ofWakeUp: () => wakeUp()?.fault,
    ofRequest: () => request()?.fault,
    ofLookUp: () => lookUp() !== undefined,
  }
}
