import { z } from 'zod'
import { flag, type Method, method } from '../method.ts'
import { pageArguments, pageOf } from '../pages.ts'
import { Refused } from '../refusal.ts'
import { renderGroup, renderUser } from '../render.ts'
import type { World } from '../state.ts'

/** https://docs.slack.dev/reference/methods/users.info */
const userMethod = (world: World): Method =>
  method(
    'users.info',
    { user: z.string(), include_locale: flag.optional() },
    (args) => {
      const user = world.users.get(args.user)
      if (!user) throw new Refused('user_not_found')
      return {
        user: {
          ...renderUser(world, user),
          ...(args.include_locale && { locale: world.locales.get(user.id) ?? 'en-US' }),
        },
      }
    },
    { scopes: ['users:read'] },
  )

/** https://docs.slack.dev/reference/methods/users.list */
const usersMethod = (world: World): Method =>
  method(
    'users.list',
    { ...pageArguments, include_locale: flag.optional() },
    (args) => {
      const { page, nextCursor } = pageOf([...world.users.values()], args)
      return {
        members: page.map((user) => renderUser(world, user)),
        cache_ts: Math.floor(world.clock.now() / 1000),
        response_metadata: { next_cursor: nextCursor },
      }
    },
    { scopes: ['users:read'] },
  )

/** https://docs.slack.dev/reference/methods/usergroups.list */
const groupsMethod = (world: World): Method =>
  method(
    'usergroups.list',
    {
      include_users: flag.optional(),
      include_count: flag.optional(),
      include_disabled: flag.optional(),
    },
    ({ include_users, include_count }) => ({
      usergroups: [...world.groups.values()].map((group) => {
        const { users, user_count, ...rest } = renderGroup(world, group)
        return { ...rest, ...(include_users && { users }), ...(include_count && { user_count }) }
      }),
    }),
    { scopes: ['usergroups:read'] },
  )

/** https://docs.slack.dev/reference/methods/usergroups.users.list */
const groupUsersMethod = (world: World): Method =>
  method(
    'usergroups.users.list',
    { usergroup: z.string(), include_disabled: flag.optional() },
    ({ usergroup }) => {
      const group = world.groups.get(usergroup)
      if (!group) throw new Refused('no_such_subteam')
      return { users: group.userIds }
    },
    { scopes: ['usergroups:read'] },
  )

/** The methods about users and user groups. */
export const peopleMethods = (world: World): readonly Method[] => [
  userMethod(world),
  usersMethod(world),
  groupsMethod(world),
  groupUsersMethod(world),
]
