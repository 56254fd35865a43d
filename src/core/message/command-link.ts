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
