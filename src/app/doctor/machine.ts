import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { type Check, check, type Finding, ok } from '../../core/doctor-check.ts'
import { AppError } from '../../core/errors.ts'
import { bytesText } from '../../redis/doctor/findings.ts'
import { createClipFolder } from '../clip-folder.ts'

/** What the machine and the process say of themselves. */
export interface Machine {
  /** Such as 24.11.0. */
  nodeVersion: string
  /** From package.json, such as "^22.20.0 || >=26". */
  nodeRange: string
  /** Undefined where there are no numbers for users. */
  userId: number | undefined
  /** The folder for clips. */
  folder: string
  freeBytes: (folder: string) => Promise<number>
  freeMemoryBytes: () => number
}

/** Free bytes of a file system for users other than root. */
const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const readPackage = (): { version: string; engines: { node: string } } =>
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** The version of this program. */
export const readVersion = (): string => readPackage().version

/** The machine that the doctor runs on. */
export const readMachine = (): Machine => ({
  nodeVersion: process.versions.node,
  nodeRange: readPackage().engines.node,
  userId: process.getuid?.(),
  folder: tmpdir(),
  freeBytes: freeBytesOf,
  freeMemoryBytes: () => process.availableMemory(),
})

type Version = readonly [major: number, minor: number, patch: number]

const versionIn = (text: string): Version => {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map((part) => Number.parseInt(part, 10))
  return [major, minor, patch]
}

const isAtLeast = (version: Version, least: Version): boolean => {
  const differing = version.findIndex((part, index) => part !== least[index])
  return differing === -1 || (version[differing] ?? 0) > (least[differing] ?? 0)
}

/** Whether a version is in a range of "^" and ">=" joined by "||", as our package.json has it. */
export const isInRange = (version: string, range: string): boolean =>
  range.split('||').some((part) => {
    const [, operator, text = ''] = /^\s*(\^|>=)\s*(\S+)\s*$/.exec(part) ?? []
    const [given, least] = [versionIn(version), versionIn(text)]
    return operator !== undefined && isAtLeast(given, least) && (operator === '>=' || given[0] === least[0])
  })

const gibibyte = 1024 ** 3
const diskWarningBytes = gibibyte
const diskFailedBytes = gibibyte / 10
const memoryWarningBytes = gibibyte / 4

const nodeFinding = ({ nodeVersion, nodeRange }: Machine): Finding =>
  isInRange(nodeVersion, nodeRange)
    ? ok(`Node has version ${nodeVersion}`)
    : {
        verdict: 'failed',
        what: `Node ${nodeVersion}`,
        why: `Tunesmith is not tested with this version. It needs ${nodeRange}.`,
        mend: 'npm ci brings a version that fits; start Tunesmith with npm start.',
      }

const userFinding = ({ userId }: Machine): Finding =>
  userId === 0
    ? {
        verdict: 'warning',
        what: 'the user root',
        why: 'The doctor runs as root. If the bot does too, a break-in there takes over the whole machine.',
        mend: 'Run both as a user of their own.',
      }
    : ok('the doctor does not run as root')

const folderFinding = async ({ folder }: Machine, now: () => number): Promise<Finding> => {
  const clips = createClipFolder(folder, now)
  try {
    await clips.tryOut()
    return ok(`clips can be stored in ${folder}`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { verdict: 'failed', what: 'TMPDIR', why: error.message, mend: 'Until then no clip can be read.' }
  } finally {
    await clips.remove()
  }
}

const diskFinding = async ({ folder, freeBytes }: Machine): Promise<Finding | undefined> => {
  const free = await freeBytes(folder).catch(() => undefined)
  if (free === undefined) return undefined // machine.folder reports why
  const text = `${bytesText(free)} are free in ${folder}`
  if (free >= diskWarningBytes) return ok(text)
  return {
    verdict: free < diskFailedBytes ? 'failed' : 'warning',
    what: 'TMPDIR',
    why: `Only ${text}. Clips of running requests are stored there, up to 50 MB each.`,
    mend: 'Make room there, or set TMPDIR to another folder.',
  }
}

const memoryFinding = ({ freeMemoryBytes }: Machine): Finding => {
  const free = freeMemoryBytes()
  if (free >= memoryWarningBytes) return ok(`${bytesText(free)} of memory are free`)
  return {
    verdict: 'warning',
    what: 'the memory of this machine',
    why: `Only ${bytesText(free)} are free. A process that needs more is killed in mid-work.`,
    mend: 'Give it more memory, or stop other programs there.',
  }
}

/** Whether this machine can run Tunesmith. */
export const machineChecks = (machine: Machine, now: () => number): readonly Check[] => [
  check('machine.node', async () => nodeFinding(machine)),
  check('machine.user', async () => userFinding(machine)),
  check('machine.folder', () => folderFinding(machine, now)),
  check('machine.disk', () => diskFinding(machine)),
  check('machine.memory', async () => memoryFinding(machine)),
]
