import { ButtonStyle, ComponentType, InteractionType } from 'discord-api-types/v10'
import { UnknownReference } from '../../control/people.ts'
import { isUnowned, ownersOfMessage } from '../installations.ts'
import { type Started, startInteraction } from '../interactions.ts'
import type { Actor, Message, World } from '../state.ts'
import { allComponents } from '../validation/components.ts'
import type { Button } from '../validation/controls.ts'
import { renderInteraction, renderResolved } from './event.ts'
import { type Menu, menuReferences, pickValues } from './menus.ts'
import { findMessage, NotAllowed } from './references.ts'

type Control = Button | Menu

/** The buttons and menus of a message. */
export const controlsOf = (message: Message): readonly Control[] =>
  allComponents(message.components).flatMap(({ part }) => {
    switch (part.type) {
      case ComponentType.Button:
      case ComponentType.StringSelect:
      case ComponentType.UserSelect:
      case ComponentType.RoleSelect:
      case ComponentType.MentionableSelect:
      case ComponentType.ChannelSelect:
        return [part]
      default:
        return []
    }
  })

const shownNames = (control: Control) =>
  control.type === ComponentType.Button ? [control.label, control.url] : [control.placeholder]

const isNamed = (control: Control, name: string) =>
  control.custom_id === name || shownNames(control).includes(name)

const findControl = (message: Message, name: string): Control => {
  const control = controlsOf(message).find((candidate) => isNamed(candidate, name))
  if (!control) throw new UnknownReference('button', `The message has no "${name}"`)
  if (control.disabled) throw new NotAllowed(`"${name}" is disabled`)
  if (control.type === ComponentType.Button && control.style === ButtonStyle.Link)
    throw new NotAllowed(`"${name}" opens a link`)
  return control
}

type Press = { message: string; button: string; values?: readonly string[] }

/** An entry of a menu is found by its label, too, and picking it is a press of the menu. */
const withMenu = (source: Message, press: Press): Press => {
  if (controlsOf(source).some((control) => isNamed(control, press.button))) return press
  for (const control of controlsOf(source)) {
    if (control.type !== ComponentType.StringSelect) continue
    const option = control.options.find(({ label }) => label === press.button)
    if (option !== undefined) return { ...press, button: control.custom_id, values: [option.value] }
  }
  return press
}

/** Presses a button, or picks from a menu. */
export const runPress = (world: World, actor: Actor, pressed: Press): Started => {
  const source = findMessage(world, actor.channel, pressed.message, actor.userId)
  const press = withMenu(source, pressed)
  const control = findControl(source, press.button)
  const owners = ownersOfMessage(world, actor.channel, source)
  if (isUnowned(owners)) throw new NotAllowed('The bot is not here')
  if (actor.channel.thread?.isArchived) throw new NotAllowed('The thread is archived')
  const place = { channelId: actor.channel.id, userId: actor.userId }
  const values =
    control.type === ComponentType.Button
      ? undefined
      : pickValues(world, actor.channel, control, press.values ?? [])
  const resolved =
    values &&
    control.type !== ComponentType.Button &&
    renderResolved(world, place, menuReferences(world, control, values))
  return startInteraction(
    world,
    { type: InteractionType.MessageComponent, title: `press of ${pressed.button}`, source, owners, ...place },
    (interaction) =>
      renderInteraction(world, interaction, {
        custom_id: control.custom_id,
        component_type: control.type,
        ...(control.id !== undefined && { id: control.id }),
        ...(values && { values }),
        ...(resolved && { resolved }),
      }),
  )
}
