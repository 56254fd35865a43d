import { PermissionFlagsBits } from 'discord-api-types/v10'
import { UnknownReference } from '../../control/people.ts'
import { permissionsOf } from '../messages.ts'
import { holds } from '../permissions.ts'
import type { Actor, World } from '../state.ts'
import { NotAllowed } from './references.ts'

/** Refuses who does not hold all of these rights in the channel. */
export const requireRight = (world: World, { userId, channel }: Actor, wanted: bigint): void => {
  if (!holds(permissionsOf(world, userId, channel), wanted))
    throw new NotAllowed('You do not have the right to do that here')
}

const isPermission = (name: string): name is keyof typeof PermissionFlagsBits =>
  Object.hasOwn(PermissionFlagsBits, name)

/** The bit of a right. */
export const findPermission = (name: string): bigint => {
  if (!isPermission(name)) throw new UnknownReference('permission', `There is no right "${name}"`)
  return PermissionFlagsBits[name]
}
