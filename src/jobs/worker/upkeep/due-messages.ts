import { AppError } from '../../../core/errors.ts'
import { type AccountId, type PlatformName, platformNames } from '../../../core/target.ts'
import type { JobDeps, PostingPlatform } from '../../job-deps.ts'

/** Dependencies for sending messages that are due for servers, apart from any job. */
export type DueDeps = Pick<JobDeps, 'platforms' | 'chatsHeld' | 'log' | 'now'>

/** Where a message of an account is sent. */
export interface DuePlace {
  port: PostingPlatform
  platform: PlatformName
  server: string
}

/** The account's chat; undefined if other processes serve it. */
export const placeOf = ({ platforms, chatsHeld }: DueDeps, account: AccountId): DuePlace | undefined => {
  const platform = platformNames.find((name) => account.startsWith(`${name}:`))
  const port = platform && platforms.get(platform)
  if (port === undefined || platform === undefined || !chatsHeld.has(platform)) return undefined
  return { port, platform, server: account.slice(platform.length + 1) }
}

/** Whether a message that could not be sent stays due. */
export const isRetryable = (error: unknown): boolean => error instanceof AppError && error.retryable

/** One after the other: what was taken up and then waited could be sent by another process, too. */
const sendInTurn = async <Due>(
  due: readonly Due[],
  send: (one: Due) => Promise<void>,
): Promise<readonly unknown[]> => {
  const errors: unknown[] = []
  for (const each of due) await send(each).catch((error: unknown) => errors.push(error))
  return errors
}

/** Sends all that is due, the chats beside each other. What fails doesn't keep the others; the first error is thrown. */
export const sendEach = async <Due extends { account: AccountId }>(
  due: readonly Due[],
  send: (one: Due) => Promise<void>,
): Promise<void> => {
  const ofEach = platformNames.map((name) => due.filter(({ account }) => account.startsWith(`${name}:`)))
  const errors = (await Promise.all(ofEach.map((some) => sendInTurn(some, send)))).flat()
  if (errors.length > 0) throw errors[0]
}
