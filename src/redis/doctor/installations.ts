import type { Check, Finding } from '../../core/doctor-check.ts'
import { ok } from '../../core/doctor-check.ts'
import type { Installation } from '../../core/installation.ts'
import type { StoreConnection } from '../address.ts'
import { createInstallations } from '../installations.ts'
import type { Keys } from '../keys.ts'
import { createSealer, encryptionKeyId, sealedWith } from '../sealer.ts'

interface InstallationsCheckOptions {
  redis: StoreConnection
  keys: Keys
  /** All keys in ENCRYPTION_KEY, the newest first. */
  encryptionKeys: readonly Uint8Array[]
  /** Whether Slack refuses a token; undefined if it doesn't say. */
  isRefused: (token: string) => Promise<boolean | undefined>
  /** The address at which a workspace installs the app. */
  installUrl: string
}

/** How many tokens are tested at Slack, which takes a few seconds. */
const testedMax = 50
const atOnce = 10
/** How many workspaces a finding names. */
const namedMax = 10

const named = (workspaces: readonly string[]): string =>
  workspaces.length <= namedMax
    ? workspaces.join(', ')
    : `${workspaces.slice(0, namedMax).join(', ')} and ${workspaces.length - namedMax} more`

const refusedAmong = async (
  { isRefused }: InstallationsCheckOptions,
  installations: readonly Installation[],
): Promise<readonly string[]> => {
  const asked = installations.slice(0, testedMax)
  const refused: string[] = []
  for (let first = 0; first < asked.length; first += atOnce) {
    const some = asked.slice(first, first + atOnce)
    const answers = await Promise.all(some.map(({ token }) => isRefused(token)))
    refused.push(...some.flatMap(({ workspace }, index) => (answers[index] === true ? workspace : [])))
  }
  return refused
}

/** How many workspaces have the app, whether their tokens can be decrypted, and whether Slack accepts them. */
export const installationsCheck = (options: InstallationsCheckOptions): Check => ({
  id: 'slack.installations',
  isLong: true,
  async run() {
    const { encryptionKeys, installUrl } = options
    const sealer = createSealer({ keys: encryptionKeys, tell: () => undefined })
    const found = await createInstallations({ ...options, sealer }).all()
    if (found.length === 0) return [ok(`no workspace has installed the app yet, at ${installUrl}`)]
    const what = `workspaces that installed the app: ${found.length}`
    const findings: Finding[] = []
    const lost = found.filter(({ status }) => status === 'unopened').length
    if (lost > 0)
      findings.push({
        verdict: 'failed',
        what,
        why: `Tokens that can't be decrypted, because ENCRYPTION_KEY lacks a key: ${lost}.`,
        mend: `Put that key behind the newest one, or ask these workspaces to install the app again at ${installUrl}.`,
      })
    const [newest] = encryptionKeys.map(encryptionKeyId)
    const older = found.filter((one) => one.status === 'open' && sealedWith(one.version) !== newest).length
    if (older > 0)
      findings.push({
        verdict: 'warning',
        what,
        why: `Tokens that need an older ENCRYPTION_KEY: ${older}.`,
        mend: 'Restart a worker, which re-encrypts them, before you remove that key.',
      })
    const opened = found.flatMap((one) => (one.status === 'open' ? one.installation : []))
    const mend = `If these workspaces still want the app, an admin can install it again at ${installUrl}.`
    const unrefreshed = opened.filter(({ refreshRefusal }) => refreshRefusal !== undefined)
    if (unrefreshed.length > 0) {
      const names = named(unrefreshed.map(({ workspace }) => workspace))
      const why = `Tokens that Slack no longer refreshes: ${unrefreshed.length}, in ${names}.`
      findings.push({ verdict: 'warning', what, why, mend })
    }
    const refused = await refusedAmong(
      options,
      opened.filter(({ refreshRefusal }) => refreshRefusal === undefined),
    )
    if (refused.length > 0)
      findings.push({ verdict: 'warning', what, why: `Slack refuses the token of ${named(refused)}.`, mend })
    return findings.length > 0 ? findings : [ok(what)]
  },
})
