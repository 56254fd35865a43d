import type { Mutant } from './mutants.ts'
import { accessChecks } from './security-checks/access.ts'
import { archiveChecks } from './security-checks/archive.ts'
import { chatIdentityChecks } from './security-checks/chat-identity.ts'
import type { SecurityCheck } from './security-checks/check.ts'
import { clipInputChecks } from './security-checks/clip-input.ts'
import { clipOwnershipChecks } from './security-checks/clip-ownership.ts'
import { dashboardChecks } from './security-checks/dashboard.ts'
import { deletionChecks } from './security-checks/deletion.ts'
import { floodChecks } from './security-checks/floods.ts'
import { moneyChecks } from './security-checks/money.ts'
import { networkChecks } from './security-checks/network.ts'
import { outputChecks } from './security-checks/output.ts'
import { priceChecks } from './security-checks/prices.ts'
import { requestChecks } from './security-checks/requests.ts'
import { secretChecks } from './security-checks/secrets.ts'
import { storedAmountChecks } from './security-checks/stored-amounts.ts'

/** Security checks in `src`. Removing any one of them must make a test fail. */
export const securityChecks: readonly SecurityCheck[] = [
  ...accessChecks,
  ...clipOwnershipChecks,
  ...clipInputChecks,
  ...requestChecks,
  ...floodChecks,
  ...deletionChecks,
  ...storedAmountChecks,
  ...archiveChecks,
  ...chatIdentityChecks,
  ...moneyChecks,
  ...priceChecks,
  ...networkChecks,
  ...dashboardChecks,
  ...outputChecks,
  ...secretChecks,
]

/** The mutant that removes a check. Throws unless the check occurs exactly once in the source. */
export const removalOf = ({ path, check: right, without: wrong }: SecurityCheck, source: string): Mutant => {
  const lines = source.split('\n')
  const found = lines.flatMap((line, index) => (line.includes(right) ? [index] : []))
  const [index] = found
  if (index === undefined || found.length > 1)
    throw new Error(`${path} contains this ${found.length} times: ${right}`)
  return { path, line: index + 1, column: lines[index]?.indexOf(right) ?? 0, right, wrong }
}
