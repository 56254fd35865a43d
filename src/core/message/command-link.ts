import { z } from 'zod'
import { isJobId, jobName, readTakeName, writeTakeName } from '../job-id.ts'

/** A command that a button runs, as a member would type it; values are typed texts, so nothing has to be stored. */
export interface CommandLink {
  command: string
  action: string | undefined
  values: Readonly<Record<string, string>>
}

const storedCommandLink = z.strictObject({
  command: z.string().min(1),
  action: z.string().exactOptional(),
  values: z.record(z.string(), z.string()),
})

/** Parses the JSON that a platform keeps on a button; undefined for anything else. */
export const readCommandLink = (value: unknown): CommandLink | undefined => {
  const read = storedCommandLink.safeParse(value)
  return read.success ? { ...read.data, action: read.data.action } : undefined
}

const idPrefix = 'do'

const escaped = (part: string): string =>
  part.replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll('=', '%3D')
const unescaped = (part: string): string =>
  part.replaceAll('%3D', '=').replaceAll('%3A', ':').replaceAll('%25', '%')

/** The command as a short id, such as `do:jobs:cancel:job=3f2a`; undefined if it does not fit in `lengthMax`. */
export const writeCommandId = (
  { command, action, values }: CommandLink,
  lengthMax: number,
): string | undefined => {
  let id = `${idPrefix}:${escaped(command)}:${escaped(action ?? '')}`
  for (const [name, value] of Object.entries(values)) id += `:${escaped(name)}=${escaped(value)}`
  return id.length <= lengthMax && id.isWellFormed() ? id : undefined
}

/** The command behind an id; undefined for one that `writeCommandId` did not write. */
export const readCommandId = (id: string): CommandLink | undefined => {
  const [kind, command, action, ...given] = id.split(':')
  if (kind !== idPrefix || !command || action === undefined) return undefined
  const pairs = given.map((pair) => pair.split('=').map(unescaped))
  const values = Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
  const link = { command: unescaped(command), action: unescaped(action) || undefined, values }
  return writeCommandId(link, id.length) === id ? link : undefined
}

/** The job that typed values name, by its id or one of its takes. */
export const jobNamedIn = (values: Readonly<Record<string, unknown>>): string | undefined =>
  Object.values(values)
    .flatMap((value) => (typeof value === 'string' ? (readTakeName(value)?.job ?? value) : []))
    .find(isJobId)

/** The job to whose message these buttons belong; undefined if they name none, or several. */
export const jobOfButtons = (links: readonly CommandLink[]): string | undefined => {
  const [job, ...others] = new Set(links.flatMap(({ values }) => jobNamedIn(values) ?? []))
  return others.length === 0 ? job : undefined
}

/** A job's id, alone or in a take's name, shortened to its short name. */
const inShort = (value: string): string => {
  if (isJobId(value)) return jobName(value)
  const take = readTakeName(value)
  return take !== undefined && isJobId(take.job) ? writeTakeName({ ...take, job: jobName(take.job) }) : value
}

/** How to type the command, such as "/jobs cancel job:3f2akd7c". */
export const commandLinkText = ({ command, action, values }: CommandLink): string =>
  [
    `/${command}`,
    ...(action === undefined ? [] : [action]),
    ...Object.entries(values).map(([name, value]) => `${name}:${inShort(value)}`),
  ].join(' ')
