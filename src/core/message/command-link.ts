import { z } from 'zod'
import { isJobId, jobName, readTakeName, writeTakeName } from '../job-id.ts'

/**
 * A command that a button runs, as a member would type it; values are as they are typed, so
 * that nothing has to be kept for it.
 */
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

/** Reads what is kept on a button of a platform that takes JSON there; undefined for anything else. */
export const readCommandLink = (value: unknown): CommandLink | undefined => {
  const read = storedCommandLink.safeParse(value)
  return read.success ? { ...read.data, action: read.data.action } : undefined
}

/** The id of a job, alone or in the name of a take, as people call it. */
const inShort = (value: string): string => {
  if (isJobId(value)) return jobName(value)
  const take = readTakeName(value)
  return take !== undefined && isJobId(take.job) ? writeTakeName({ ...take, job: jobName(take.job) }) : value
}

/** How the same is asked for in words, such as "/jobs cancel job:3f2akd7c". */
export const commandLinkText = ({ command, action, values }: CommandLink): string =>
  [
    `/${command}`,
    ...(action === undefined ? [] : [action]),
    ...Object.entries(values).map(([name, value]) => `${name}:${inShort(value)}`),
  ].join(' ')
