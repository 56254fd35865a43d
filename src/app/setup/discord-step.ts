import type { DiscordApplication, DiscordLook } from '../../bots/discord/setup/look.ts'
import { performed } from '../../core/effect.ts'
import { AppError } from '../../core/errors.ts'
import { askSecret, type StepDeps } from './ask-secret.ts'

const portal = 'https://discord.com/developers/applications'

const instructions = [
  `1. Open ${portal}`,
  '2. New Application: give it a name',
  '3. Bot → Message Content Intent: switch it on, Save Changes',
  '4. Bot → Reset Token: copy the token',
]

type Look = (token: string) => DiscordLook

const setUpApplication = (deps: StepDeps, look: Look, otherThan: (value: string) => string | undefined) =>
  askSecret(deps, {
    name: 'DISCORD_TOKEN',
    message: 'Paste the bot token',
    flag: '--discord-token-file',
    otherThan,
    checking: 'Asking Discord',
    check: (token) => look(token).application(),
    again: 'Copy the token from Bot → Reset Token.',
  })

const contentOff =
  "Message Content Intent is off, so members can't reply to a clip to use it. A message's own menu still works."

/** Discord refuses a bot that requests the intent without having it, so a setting has to say so. */
const setUpContent = async (
  deps: StepDeps,
  readsContent: () => Promise<boolean>,
  isOn: boolean,
): Promise<void> => {
  const { dialog, draft } = deps
  if (isOn) {
    if (draft.value('DISCORD_MESSAGE_CONTENT') === 'off')
      dialog.warn('Message Content Intent is on, but DISCORD_MESSAGE_CONTENT=off leaves it unused.')
    return
  }
  if (draft.value('DISCORD_MESSAGE_CONTENT') === 'off') return
  dialog.warn(contentOff)
  const next = await dialog.choose({
    message: 'Switch it on? Bot → Message Content Intent, then Save Changes',
    flag: '--yes to go on without it',
    choices: [
      { value: 'check', label: "It's on now" },
      { value: 'without', label: 'Go on without it' },
    ],
    proposal: 'without',
  })
  if (next === 'without') return draft.put('DISCORD_MESSAGE_CONTENT', 'off')
  return setUpContent(deps, readsContent, await dialog.busy('Asking Discord', readsContent))
}

const inServers = (servers: readonly string[]): string => {
  const [first = '', ...others] = servers
  return others.length === 0
    ? `The bot is in your server ${first}.`
    : `The bot is in ${servers.length} servers, such as ${first}.`
}

const invite = async ({ dialog }: StepDeps, servers: () => Promise<readonly string[]>, link: string) => {
  for (let isTold = false; ; isTold = true) {
    const joined = await dialog.busy('Asking Discord', servers)
    if (joined.length > 0) return dialog.success(inServers(joined))
    if (isTold || !dialog.isInteractive) dialog.warn("The bot isn't in any server yet.")
    if (!isTold) {
      dialog.explain('Add it to your server', ['Open this link, choose your server, and authorize.'])
      dialog.copy(link)
    }
    if (!dialog.isInteractive) return
    const next = await dialog.choose({
      message: 'Is it in your server?',
      flag: '--yes to do it later',
      choices: [
        { value: 'check', label: 'Yes' },
        { value: 'later', label: 'Later' },
      ],
    })
    if (next === 'later') return
  }
}

const knows = ({ bot, id, readsContent }: DiscordApplication): string =>
  `Discord accepts the token: bot ${bot}, application ${id}${readsContent ? ', Message Content Intent is on' : ''}.`

/** Sets Discord up: the token, the intent, and the server. Returns false if Discord could not be asked. */
export const setUpDiscord = async (deps: StepDeps): Promise<boolean> => {
  const { dialog, draft } = deps
  const { createLook, inviteLink, otherThanToken } = await import('../../bots/discord/setup/look.ts')
  const apiUrl = draft.value('DISCORD_API_URL') ?? 'https://discord.com/api'
  const look: Look = (token) => createLook({ token, apiUrl, effect: performed })
  if (draft.value('DISCORD_TOKEN') === undefined) dialog.explain('Discord', instructions)
  const application = await setUpApplication(deps, look, otherThanToken)
  if (application === undefined) return false
  dialog.success(knows(application))
  const { application: again, servers } = look(draft.value('DISCORD_TOKEN') ?? '')
  try {
    await setUpContent(deps, async () => (await again()).readsContent, application.readsContent)
    await invite(deps, servers, inviteLink(application.id))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'platform_unavailable')) throw error
    dialog.warn(error.message)
  }
  return true
}
