import { limits } from '../../../sandbox/discord/limits.ts'
import { publishCommands } from '../../support/sandbox/in-this-process.ts'
import type { SeenForm } from '../../support/sandbox/people.ts'
import { type Scene, startBot } from './stage.ts'

/** What members do, up to what they see at the end when all goes well. */
export type Scenario = (scene: Scene) => Promise<void>

const opened = (form: SeenForm | undefined): SeenForm => {
  if (form === undefined) throw new Error('no form opened')
  return form
}

const help: Scenario = async ({ people, member, since }) => {
  await people.uses(member, '/help')
  await people.sees(member, 'I make songs', since)
}

const reading: Scenario = async ({ people, member, mark, since }) => {
  await people.uses(member, '/tts', { text: `${mark}.` })
  await people.sees(member, ({ text }) => text.includes('Made with AI') && text.includes(mark), since)
  await people.sees(member, ({ files, authorId }) => files.length > 0 && authorId !== member, since)
}

const mention: Scenario = async ({ people, member }) => {
  const since = await people.says(member, '@Tunesmith credits')
  await people.sees(member, 'credits left here', since)
}

const suggestions: Scenario = async ({ people, member, platform }) => {
  if (platform === 'discord') {
    await people.suggestions(member, '/music', 'voice', 'a')
    return
  }
  const form = opened((await people.asks(member, '/music')).form)
  await people.suggestions(member, form.id, 'voice', 'a')
}

/** A clip of the member's own, and the form that opens over it. */
const openForm = async ({ people, member, tune }: Scene, name = tune.name): Promise<SeenForm> => {
  const message = await people.says(member, 'hear this', { files: [{ ...tune, name }] })
  return opened((await people.picks(member, 'Remix this clip', message)).form)
}

const form: Scenario = async (scene) => {
  await openForm(scene)
}

/** A form that is sent with too little in it, which is told at once. */
const sentForm: Scenario = async (scene) => {
  const { people, member, since } = scene
  const { form: again } = await people.sends(member, await openForm(scene), { Prompt: '   ' })
  if (again === undefined) await people.sees(member, 'Nothing was charged', since)
}

/** The same thrice, as far as it is shown again. */
const stack: Scenario = async (scene) => {
  let shown: SeenForm | undefined = await openForm(scene)
  for (let sent = 0; sent < 3 && shown; sent += 1)
    shown = (await scene.people.sends(scene.member, shown, { Prompt: '   ' })).form
}

/** An entry of a message's menu that has nothing to work on. */
const emptyHanded: Scenario = async ({ people, member }) => {
  const message = await people.says(member, 'just words')
  await people.picks(member, 'Remix this clip', message)
  await people.sees(member, 'That message has no audio file', message)
}

const button: Scenario = async ({ people, member, mark }) => {
  const since = await people.says(member, `@Tunesmith remix ${mark}`)
  const { id, buttons } = await people.sees(member, 'still needs: Clip', since)
  opened((await people.presses(member, id, buttons[0]?.label ?? '')).form)
}

/** Discord has a session of the bot's again, and members are answered. */
const comeback: Scenario = async (scene) => {
  const { wire } = scene.world
  const isBack = () =>
    wire
      .since(scene.begunAt)
      .some(({ kind, summary }) => kind === 'event' && /^(READY|RESUMED)$/.test(summary))
  for (let last = scene.begunAt; !isBack(); last = wire.since(0).length)
    await wire.changed(last, scene.signal)
  await help(scene)
}

/** A network that drops the connection. */
const drop: Scenario = (scene) => {
  scene.world.discord.faults.add({ gateway: 'drop' })
  return comeback(scene)
}

/**
 * Starts another process of the bot and stops it. Moves the clock first, and again after a refusal, past the least
 * time between two sessions on Discord.
 */
const another: Scenario = async (scene) => {
  const passWindow = () => scene.world.clock.advance(limits.identifyWindowMs)
  passWindow()
  scene.signal.addEventListener('abort', passWindow)
  const bot = await startBot(scene)
  await bot.process.stop()
}

/** Slack is told that the bot is somewhere else now, which is another address of the same. */
const moved: Scenario = async (scene) => {
  const place = encodeURIComponent(scene.mark)
  scene.world.slack.setRequestUrl(`${scene.saboteur.origin}/slack/events?${place}`)
  await help(scene)
}

/** Somebody who does not know Slack's secret asks first. */
const forged: Scenario = async (scene) => {
  scene.world.slack.faults.add({ signature: 'wrong' })
  await help(scene)
}

const registration: Scenario = ({ world, saboteur }) =>
  publishCommands({ token: world.addresses.discord.token, api: `${saboteur.origin}/api` })

export const scenarios = {
  help,
  reading,
  mention,
  suggestions,
  form,
  button,
  comeback,
  drop,
  another,
  registration,
  stack,
  moved,
  forged,
  'sent form': sentForm,
  'empty-handed': emptyHanded,
} as const
export type ScenarioName = keyof typeof scenarios
