import type { Mutant } from './mutants.ts'
import { accessChecks } from './security-checks/access.ts'
import { chatChecks } from './security-checks/chats.ts'
import type { SecurityCheck } from './security-checks/check.ts'
import { clipChecks } from './security-checks/clips.ts'
import { dashboardChecks } from './security-checks/dashboard.ts'
import { floodChecks } from './security-checks/floods.ts'
import { linkChecks } from './security-checks/links.ts'
import { moneyChecks } from './security-checks/money.ts'
import { networkChecks } from './security-checks/network.ts'
import { priceChecks } from './security-checks/prices.ts'
import { requestChecks } from './security-checks/requests.ts'
import { textChecks } from './security-checks/texts.ts'

/** The checks that keep people out: each one's removal has to make a test fail. */
export const securityChecks: readonly SecurityCheck[] = [
  ...accessChecks,
  ...clipChecks,
  ...linkChecks,
  ...requestChecks,
  ...floodChecks,
  ...chatChecks,
  ...moneyChecks,
  ...priceChecks,
  ...networkChecks,
  ...dashboardChecks,
  ...textChecks,
]

/** The removal of a check from its file. Throws if the check is not there, or more than once. */
export const removalOf = ({ path, check: right, without: wrong }: SecurityCheck, source: string): Mutant => {
  const lines = source.split('\n')
  const found = lines.flatMap((line, index) => (line.includes(right) ? [index] : []))
  const [index] = found
  if (index === undefined || found.length > 1) throw new Error(`${path} has ${found.length} times: ${right}`)
  return { path, line: index + 1, column: lines[index]?.indexOf(right) ?? 0, right, wrong }
}
