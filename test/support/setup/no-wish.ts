import type { SetupWish } from '../../../src/app/command-line/setup.ts'

/** Nothing is answered before. */
export const noWish: SetupWish = {
  chats: undefined,
  secretFiles: {},
  values: {},
  usesComposeRedis: false,
  mayChangeRedis: false,
  takesProposals: false,
}
