import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../core/errors.ts'
import { askSecret, type StepDeps } from './ask-secret.ts'
import type { Choice } from './dialog.ts'

/** Where the app's manifest is written. */
export const manifestFile = 'slack-manifest.json'

export const appsPage = 'https://api.slack.com/apps'

const ways = [
  { value: 'link', label: 'Print a link that fills everything in', hint: 'it is long' },
  { value: 'paste', label: `Paste ${manifestFile} myself` },
  { value: 'done', label: 'I have the app already' },
] as const satisfies readonly Choice<string>[]

export const defaultApiUrl = 'https://slack.com/api'

type Way = (typeof ways)[number]['value']

const tokenSteps = [
  'Install App → Install to Workspace. Copy the token (xoxb-…)',
  'Basic Information → App-Level Tokens → Generate Token and Scopes.',
  '   Add the scope connections:write, and copy the token (xapp-…)',
]

const createSteps = {
  link: ['Open the link above, choose your workspace, and create the app'],
  paste: [
    `Open ${appsPage} → Create New App → From a manifest`,
    `Choose your workspace, and paste ${manifestFile} under JSON`,
  ],
  done: [`Open ${appsPage}, and your app`],
} as const satisfies Record<Way, readonly string[]>

/** An indented line continues the step above it. */
export const numbered = (steps: readonly string[]): readonly string[] => {
  let count = 0
  return steps.map((step) => {
    if (step.startsWith(' ')) return step
    count += 1
    return `${count}. ${step}`
  })
}

/** Writes the manifest to its file. Throws AppError `configuration`. */
export const writeManifest = ({ folder }: StepDeps, text: string): void => {
  try {
    writeFileSync(join(folder, manifestFile), text)
  } catch (cause) {
    throw new AppError('configuration', `${manifestFile} cannot be written.`, { cause })
  }
}

/** Whether Slack sends its events to us by HTTP. */
export const isByHttp = ({ draft }: StepDeps): boolean =>
  draft.value('SLACK_APP_TOKEN') === undefined && draft.value('SLACK_SIGNING_SECRET') !== undefined

/** Writes the manifest, and says how to make the app with it. */
const createApp = async (deps: StepDeps): Promise<void> => {
  const { dialog, draft } = deps
  const { slackManifestText, slackAppLink } = await import('../slack-manifest.ts')
  const address = isByHttp(deps) ? draft.value('PUBLIC_URL') : undefined
  writeManifest(deps, slackManifestText(address))
  if (draft.value('SLACK_BOT_TOKEN') !== undefined || !dialog.isInteractive) return
  dialog.success(`Wrote the app's manifest to ${manifestFile}.`)
  const way = await dialog.choose({
    message: 'How do you want to create the Slack app?',
    flag: '--slack-bot-token-file',
    choices: ways,
  })
  if (way === 'link') dialog.copy(slackAppLink(address))
  dialog.explain('Slack', numbered([...createSteps[way], ...tokenSteps]))
}

const reinstall = `Paste ${manifestFile} under App Manifest, and install the app again.`

/** Sets Slack up: the app, and its tokens. */
export const setUpSlack = async (deps: StepDeps): Promise<void> => {
  const { dialog, draft } = deps
  const look = await import('../../bots/slack/setup/look.ts')
  const apiUrl = draft.value('SLACK_API_URL') ?? defaultApiUrl
  await createApp(deps)
  const bot = await askSecret(deps, {
    name: 'SLACK_BOT_TOKEN',
    message: 'Paste the Bot User OAuth Token (xoxb-…)',
    flag: '--slack-bot-token-file',
    otherThan: look.otherThanBotToken,
    checking: 'Asking Slack',
    check: async (token) => {
      const found = await look.lookAtBot({ token, apiUrl })
      if (found.missing.length === 0) return found
      throw new AppError('configuration', `The app lacks ${found.missing.join(', ')}. ${reinstall}`)
    },
    again: 'Copy the Bot User OAuth Token from Install App.',
  })
  if (bot !== undefined)
    dialog.success(`Slack accepts the token: ${bot.name} in ${bot.workspace}, with every scope.`)
  await setUpTransport(deps)
}

/** Sets up how Slack's events arrive: by Socket Mode, unless they come by HTTP. */
export const setUpTransport = async (deps: StepDeps): Promise<void> => {
  const { dialog, draft } = deps
  if (isByHttp(deps)) return dialog.success('SLACK_SIGNING_SECRET is set, so Slack calls PUBLIC_URL.')
  const look = await import('../../bots/slack/setup/look.ts')
  const apiUrl = draft.value('SLACK_API_URL') ?? defaultApiUrl
  const written = draft.written('SLACK_APP_TOKEN')
  await askSecret(deps, {
    name: 'SLACK_APP_TOKEN',
    message: 'Paste the app-level token (xapp-…)',
    flag: '--slack-app-token-file',
    otherThan: look.otherThanAppToken,
    checking: 'Asking Slack',
    // Slack grants about one socket a minute, and the next start needs it: a token that is in .env is not tried again.
    check: async (token) => (token === written ? undefined : look.lookAtApp({ token, apiUrl })),
    again: 'Copy the token from Basic Information → App-Level Tokens.',
  })
  const isKept = draft.value('SLACK_APP_TOKEN') === written
  dialog.success(
    isKept ? 'SLACK_APP_TOKEN is set. The next start tries it.' : 'Slack lets the app open a socket.',
  )
}
