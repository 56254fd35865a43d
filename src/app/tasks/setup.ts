import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text as allOf } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { performed } from '../../core/effect.ts'
import { AppError } from '../../core/errors.ts'
import { speakWithCatalogues } from '../catalogues.ts'
import type { ChatName, SetupWish } from '../command-line/setup.ts'
import { readConfig, readLanguage, readPublishing } from '../config.ts'
import { publishCommands } from '../publishing.ts'
import type { Environment } from '../setting-names.ts'
import type { StepDeps } from '../setup/ask-secret.ts'
import { setUpAudio } from '../setup/audio-step.ts'
import { createClackDialog, type Terminal } from '../setup/clack-dialog.ts'
import { createMuteDialog, type Dialog, takingProposals } from '../setup/dialog.ts'
import { setUpDiscord } from '../setup/discord-step.ts'
import { type Draft, openDraft, settingFault } from '../setup/draft.ts'
import { checkFolder } from '../setup/env-file.ts'
import { missingAnswers } from '../setup/missing.ts'
import { setUpRedis } from '../setup/redis-step.ts'
import { isForMany, setUpSlackApp } from '../setup/slack-app-step.ts'
import { setUpSlack } from '../setup/slack-step.ts'

interface SetupDeps {
  environment: Environment
  /** Undefined if nobody can be asked. */
  terminal: Terminal | undefined
  stdin: Readable
  write: (text: string) => void
  /** Where .env is; by default here. */
  folder?: string
  /** Where a Redis of this machine would be. */
  localRedisUrl?: string
}

const readSecret = async (path: string, stdin: Readable): Promise<string> => {
  if (path === '-') return (await allOf(stdin)).trim()
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new AppError('configuration', `${path} cannot be read. It should have a secret.`, { cause })
  }
}

const readGiven = async ({ secretFiles, values }: SetupWish, stdin: Readable) => {
  const secrets: Record<string, string> = {}
  for (const [name, path] of Object.entries(secretFiles)) secrets[name] = await readSecret(path, stdin)
  return { ...secrets, ...values }
}

const dialogFor = ({ terminal, write }: SetupDeps, { takesProposals }: SetupWish): Dialog => {
  if (terminal === undefined) return createMuteDialog({ takesProposals, write })
  const dialog = createClackDialog(terminal)
  return takesProposals ? takingProposals(dialog) : dialog
}

const chatsIn = (draft: Draft): readonly ChatName[] => [
  ...(draft.value('DISCORD_TOKEN') === undefined ? [] : (['discord'] as const)),
  ...(draft.value('SLACK_BOT_TOKEN') === undefined && !isForMany(draft) ? [] : (['slack'] as const)),
]

const chatChoices = [
  { value: 'both', label: 'Discord and Slack' },
  { value: 'discord', label: 'Discord' },
  { value: 'slack', label: 'Slack' },
] as const

const chooseChats = async (
  { dialog, draft }: StepDeps,
  { chats }: SetupWish,
): Promise<readonly ChatName[]> => {
  if (chats !== undefined) return chats
  const present = chatsIn(draft)
  const [first] = present
  const proposal = present.length === 1 && first !== undefined ? first : 'both'
  const picked = await dialog.choose({
    message: 'Where do you want Tunesmith?',
    flag: '--chats',
    choices: chatChoices,
    proposal,
    initial: proposal,
  })
  return picked === 'both' ? ['discord', 'slack'] : [picked]
}

/** Makes a key, unless there is one: that may encrypt what is in Redis, so it is never replaced. */
const ensureEncryptionKey = ({ dialog, draft }: StepDeps): void => {
  const key = draft.value('ENCRYPTION_KEY')
  if (key === undefined) {
    draft.put('ENCRYPTION_KEY', randomBytes(32).toString('base64'))
    dialog.success('Made an ENCRYPTION_KEY, which encrypts secrets in Redis. Keep a copy of .env.')
    return
  }
  const fault = settingFault('ENCRYPTION_KEY', key)
  if (fault !== undefined)
    throw new AppError(
      'configuration',
      `ENCRYPTION_KEY: ${fault} Setup does not replace it, because it may encrypt what is in Redis.`,
    )
  draft.keep('ENCRYPTION_KEY')
}

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** Tells Discord about the commands; Slack has them from its manifest. Returns whether that went well. */
const publish = async ({ dialog, draft }: StepDeps): Promise<boolean> => {
  const read = readPublishing(draft.environment())
  if (!read.ok || read.config.discord === undefined) return true
  const { discord } = read.config
  const lines: string[] = []
  try {
    const means = { effect: performed, log: silent, wait }
    await dialog.busy('Publishing the commands', () =>
      publishCommands({ discord, slack: undefined }, means, (line) => void lines.push(line.trim())),
    )
    dialog.success(lines.at(-1) ?? '')
    return true
  } catch (error) {
    if (!(error instanceof AppError) || dialog.wasCancelled()) throw error
    dialog.error(`${error.message} Then publish them with "npm run publish-commands".`)
    return false
  }
}

const tellUnpublished = ({ dialog }: StepDeps): boolean => {
  dialog.error(
    'Discord was not reached, so it does not know the commands yet. Later, run "npm run publish-commands".',
  )
  return false
}

/** Names other settings that would keep the bot from starting. Returns whether there are none. */
const checkOthers = ({ dialog, draft }: StepDeps, redis: 'own' | 'compose'): boolean => {
  const ofCompose = redis === 'compose' ? { REDIS_URL: 'redis://redis:6379' } : {}
  const read = readConfig({ ...draft.environment(), ...ofCompose })
  for (const { name, text } of read.ok ? [] : read.problems) dialog.error(`${name} ${text}.`)
  for (const name of draft.overridden())
    dialog.warn(`${name} in this shell's environment overrides the value in .env. Unset it.`)
  return read.ok
}

/** Says what comes next: what to run, and what to type. */
const tellNext = ({ dialog }: StepDeps, chats: readonly ChatName[], redis: 'own' | 'compose'): void => {
  const start = redis === 'compose' ? 'docker compose up -d' : 'npm start'
  if (chats.includes('slack'))
    dialog.explain('On Slack', ['In a channel, type /invite @Tunesmith. It posts only where it was invited.'])
  const where = chats.includes('discord') ? 'in your server' : 'in that channel'
  dialog.end(`Now run "${start}", then type /music ${where}.`)
}

const tellPresent = ({ dialog, draft }: StepDeps): void => {
  const names = (
    [
      'DISCORD_TOKEN',
      'SLACK_BOT_TOKEN',
      'SLACK_CLIENT_ID',
      'SLACK_CLIENT_SECRET',
      'SLACK_APP_TOKEN',
      'AUDIO_API_KEY',
      'REDIS_URL',
    ] as const
  ).filter((name) => draft.written(name) !== undefined)
  if (names.length > 0)
    dialog.explain(
      'Already in .env',
      names.map((name) => `${name} is set`),
    )
}

/** Takes each step, and saves what it found. Returns whether the bot can start. */
const takeSteps = async (deps: StepDeps, wish: SetupWish, localUrl: string) => {
  const { dialog, draft } = deps
  const chats = await chooseChats(deps, wish)
  const isDiscordReached = chats.includes('discord') ? await setUpDiscord(deps) : undefined
  if (chats.includes('slack')) await (isForMany(draft) ? setUpSlackApp(deps) : setUpSlack(deps))
  await setUpAudio(deps)
  draft.save()
  const { usesComposeRedis: usesCompose, mayChangeRedis: mayChange } = wish
  const redis = await setUpRedis(deps, { localUrl, usesCompose, mayChange })
  ensureEncryptionKey(deps)
  draft.save()
  const isComplete = checkOthers(deps, redis)
  const isPublished =
    isDiscordReached === undefined || (isDiscordReached ? await publish(deps) : tellUnpublished(deps))
  if (isComplete && isPublished) tellNext(deps, chats, redis)
  else dialog.end('Not everything is set up yet. Fix what is above, then run "npm run setup" again.')
  return isComplete && isPublished
}

const savedText = (saved: readonly string[]): string =>
  saved.length === 0 ? 'Nothing was written to .env.' : `.env now has ${saved.join(', ')}.`

/** Standard exit code of a program that Ctrl-C ended. */
export const exitCancelled = 130

/**
 * Sets the bot up: asks for what is missing, tests every answer, and writes .env. Returns the exit code. Throws AppError
 * `configuration` if something is missing or refused and nobody can be asked.
 */
export const setUp = async (deps: SetupDeps, wish: SetupWish): Promise<number> => {
  const { environment, stdin, folder = '.', localRedisUrl = 'redis://127.0.0.1:6379' } = deps
  checkFolder(folder)
  const draft = openDraft({ path: join(folder, '.env'), environment, given: await readGiven(wish, stdin) })
  speakWithCatalogues(readLanguage(draft.environment()))
  const dialog = dialogFor(deps, wish)
  const missing = dialog.isInteractive ? [] : missingAnswers(draft, wish)
  if (missing.length > 0)
    throw new AppError(
      'configuration',
      `Setup cannot ask without a terminal. Give ${missing.join(', ')}; "npm run setup -- --help" explains them.`,
    )
  const steps: StepDeps = { dialog, draft, folder }
  dialog.begin('Tunesmith setup')
  tellPresent(steps)
  try {
    return (await takeSteps(steps, wish, localRedisUrl)) ? 0 : 1
  } catch (error) {
    if (!dialog.wasCancelled()) throw error
    dialog.end(`Stopped. ${savedText(draft.saved())} Run "npm run setup" to go on.`)
    return exitCancelled
  }
}
