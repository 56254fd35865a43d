import { type AccountId, type PlatformName, platformNames } from '../core/target.ts'

const ids: Readonly<Record<PlatformName, { pattern: RegExp; fault: string }>> = {
  discord: {
    pattern: /^\d{1,20}$/,
    fault: "a Discord server's id has only digits, at most 20, such as discord:81384788765712384",
  },
  slack: {
    pattern: /^[A-Z][A-Z0-9]{0,19}$/,
    fault: "a Slack workspace's id has only capital letters and digits, at most 20, such as slack:T024BE7LD",
  },
}

/**
 * The account of a server or workspace, as an operator writes it: always with the platform, and with an id in
 * the platform's format. `fault` says what is wrong with an id; undefined if no platform is named.
 */
export const readServerAccount = (
  text: string,
): { account: AccountId } | { account: undefined; fault: string | undefined } => {
  const colon = text.indexOf(':')
  const named = text.slice(0, Math.max(0, colon)).toLowerCase()
  const platform = platformNames.find((name) => name === named)
  if (platform === undefined) return { account: undefined, fault: undefined }
  const id = text.slice(colon + 1)
  const { pattern, fault } = ids[platform]
  return pattern.test(id) ? { account: `${platform}:${id}` } : { account: undefined, fault }
}
