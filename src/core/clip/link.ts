import { say, sayDeclared } from '../text/say.ts'
import { shortenedInside, withoutSecrets } from '../text/text.ts'
import { refusedByName } from './clip-kind.ts'
import { filePageMend } from './file-page.ts'
import { isPublicHost, isUnder } from './public-host.ts'

/** Origins of files, such as "https://cdn.example.com", as the operator names them. */
export interface FileOrigins {
  audio: readonly string[]
  discord: readonly string[]
  slack: readonly string[]
}

/** Which clips may be links: `flat` means those whose length, which nobody here can measure, doesn't set the price. */
export const clipLinks = ['on', 'flat', 'off'] as const
export type ClipLinks = (typeof clipLinks)[number]

const discordOrigins: readonly string[] = ['https://cdn.discordapp.com', 'https://media.discordapp.net']
const slackOrigins: readonly string[] = ['https://files.slack.com']

/**
 * The end of a signed Discord address in milliseconds since 1970; undefined if none is stated. `ex` is in seconds, in
 * hexadecimal digits: https://docs.discord.com/developers/reference#signed-attachment-cdn-urls
 */
export const signedUntilMs = (address: string): number | undefined => {
  const end = URL.canParse(address) ? new URL(address).searchParams.get('ex') : null
  return end !== null && /^[0-9a-f]{1,10}$/i.test(end) ? Number.parseInt(end, 16) * 1000 : undefined
}

/** A path as its server may read it; undefined if it isn't encoded as it should be. */
const decodedPath = ({ pathname }: URL): string | undefined => {
  try {
    return decodeURIComponent(pathname).replaceAll(/\/{2,}/g, '/')
  } catch {
    return undefined
  }
}

/** Whether an address is a member's file on Discord, which must be signed. What can't be read there may be one. */
export const isDiscordFile = (address: string, origins: readonly string[] = []): boolean => {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (![...discordOrigins, ...origins].includes(url.origin)) return false
  const path = decodedPath(url)
  return path === undefined || /\/(ephemeral-)?attachments\//.test(path)
}

const isAtSlack = ({ hostname }: URL): boolean => isUnder(hostname, ['slack.com'])

/**
 * The address of a publicly shared file contains a secret:
 * https://docs.slack.dev/reference/methods/files.sharedPublicURL
 */
const isSlackFile = (url: URL, origins: readonly string[]): boolean =>
  !url.searchParams.has('pub_secret') &&
  ([...slackOrigins, ...origins].includes(url.origin) || (isAtSlack(url) && /^\/files/.test(url.pathname)))

const isMessage = (url: URL): boolean =>
  isAtSlack(url)
    ? /^\/(archives|client)\//.test(url.pathname)
    : /^((ptb|canary|www)\.)?discord(app)?\.com$/.test(url.hostname) && url.pathname.startsWith('/channels/')

/** Players whose pages lead to no file. For pages of video sites the audio service finds one. */
const playerHosts: readonly string[] = [
  ...['deezer.com', 'music.amazon.com', 'music.apple.com', 'pandora.com', 'qobuz.com'],
  ...['spotify.com', 'spotify.link', 'tidal.com'],
]

const shownLengthMax = 80

/** An address without its query and password, which may be secrets. */
const shown = ({ protocol, host, pathname }: URL): string =>
  shortenedInside(`${protocol}//${host}${pathname}`, shownLengthMax)

/**
 * An address in a few words, such as "example.com/…/talk.mp3". Left out is whatever may be a secret: its query, fragment
 * and password, and most of its path.
 */
export const linkName = (address: string): string => {
  const { host, pathname } = new URL(address)
  const parts = pathname.split('/').filter((part) => part !== '')
  const shownParts = parts.length > 1 ? ['…', ...parts.slice(-1)] : parts
  return shortenedInside(withoutSecrets([host, ...shownParts].join('/')), shownLengthMax)
}

/** What is known when an address is read. */
interface LinkContext {
  fileOrigins: FileOrigins
  nowMs: number
}

/** A video site's page can have any name, so pages are left to the service. */
const kindProblem = ({ pathname }: URL, { label, address }: { label: string; address: string }) =>
  /\.html?$/i.test(pathname) ? undefined : refusedByName(pathname, `${label}: ${address}`)

/** Why the page of a file store is no clip; undefined for any other address. */
const pageText = (url: URL, values: { label: string; address: string }): string | undefined => {
  switch (filePageMend(url)) {
    case 'download':
      return say(
        '{{label}}: {{address}} is a page, not a file. Download the file and upload it here.',
        values,
      )
    case 'change':
      return say(
        '{{label}}: {{address}} is a page, not a file. Change dl=0 in the link to dl=1, or upload the file.',
        values,
      )
    case 'add':
      return say(
        '{{label}}: {{address}} is a page, not a file. Add {{parameter}} to the end of the link, or upload the file.',
        { ...values, parameter: url.search === '' ? '?dl=1' : '&dl=1' },
      )
    case undefined:
      return undefined
  }
}

/** Why a file at this address can't be read; undefined if no reason is known. */
const unreadableText = (label: string, url: URL, { fileOrigins, nowMs }: LinkContext): string | undefined => {
  const values = { label: sayDeclared(label), address: shown(url) }
  if (isSlackFile(url, fileOrigins.slack))
    return say(
      "{{label}}: {{address}} is a private Slack file, which the audio service can't open. Upload the file, or use the menu of the message that has it.",
      values,
    )
  if (isMessage(url))
    return say(
      "{{label}}: {{address}} is a message, not a file. Upload the file, or use that message's menu.",
      values,
    )
  if (isDiscordFile(url.href, fileOrigins.discord) && (signedUntilMs(url.href) ?? 0) <= nowMs)
    return say(
      '{{label}}: {{address}} has expired on Discord. Upload the file, or use the menu of the message that has it.',
      values,
    )
  return isUnder(url.hostname, playerHosts)
    ? say('{{label}}: {{address}} only plays on its own site. Upload a file instead.', values)
    : (pageText(url, values) ?? kindProblem(url, values))
}

/** Why an address may not be fetched; undefined if it may. */
const forbiddenText = (label: string, url: URL, { fileOrigins }: LinkContext): string | undefined => {
  const values = { label: sayDeclared(label), address: shown(url) }
  if (url.username !== '' || url.password !== '')
    return say(
      '{{label}}: {{address}} contains a username or password. Remove it, or upload the file.',
      values,
    )
  if ([...fileOrigins.audio, ...fileOrigins.discord].includes(url.origin)) return undefined
  if (!isPublicHost(url.hostname))
    return say("{{label}}: {{address}} isn't on the public internet. Upload the file instead.", values)
  if (url.protocol === 'http:')
    return say("{{label}}: {{address}} isn't encrypted. Start it with https://, or upload the file.", values)
  return url.port === ''
    ? undefined
    : say(
        '{{label}}: {{address}} includes a port number. Only port 443 is allowed. Upload the file instead.',
        values,
      )
}

/** Whether a text has an address that could be a clip. */
export const hasLinkIn = (text: string): boolean => /https:\/\//i.test(text)

/** The address as it is stored and sent, or what is wrong with it. */
export type LinkRead = { ok: true; url: string } | { ok: false; problem: string }

/**
 * Reads a web address that a member gave for a clip. The audio service fetches it, so it has to be public: https,
 * the usual port, no private address or name. Undefined for anything but an http(s) address.
 */
export const readLink = (label: string, typed: string, context: LinkContext): LinkRead | undefined => {
  if (!URL.canParse(typed)) return undefined
  const url = new URL(typed)
  if (!/^https?:$/.test(url.protocol)) return undefined
  url.hostname = url.hostname.replace(/\.$/, '')
  const problem = unreadableText(label, url, context) ?? forbiddenText(label, url, context)
  return problem === undefined ? { ok: true, url: url.href } : { ok: false, problem }
}
